import { testPaidProject } from './paid-project.js';

testPaidProject('Astro', { name: 'astro', folder: '../frameworks/astro' }, ['dist/server/entry.mjs']);
