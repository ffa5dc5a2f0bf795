import type { Plugin } from 'vite';

export function shortTemplates(): Plugin;
