import type { Plugin } from 'vite';

export function shortCatalogs(): Plugin;
