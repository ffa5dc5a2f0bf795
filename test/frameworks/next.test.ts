import { NEXT, START } from './next-project.js';
import { testPaidProject } from './paid-project.js';

testPaidProject('Next.js with its default settings', { ...NEXT, typed: true }, START);
