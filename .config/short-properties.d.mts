import type { Plugin } from 'vite';

export function shortProperties(): Plugin;
