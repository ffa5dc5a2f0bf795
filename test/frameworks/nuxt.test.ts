import { testPaidProject } from './paid-project.js';

testPaidProject('Nuxt', { name: 'nuxt', folder: '../frameworks/nuxt' }, ['.output/server/index.mjs']);
