import type { Plugin } from 'vite';

export function shortQrcode(): Plugin;
