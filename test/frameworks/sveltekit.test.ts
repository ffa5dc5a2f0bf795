import { testPaidProject } from './paid-project.js';

testPaidProject('SvelteKit', { name: 'sveltekit', folder: '../frameworks/sveltekit' }, ['build/index.js']);
