import type { Plugin } from 'vite';

export function allAtOnce(): Plugin;
