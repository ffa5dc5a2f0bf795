// @ts-check
import tseslint from 'typescript-eslint';
import { configs as lit } from 'eslint-plugin-lit';
import { configs as wc } from 'eslint-plugin-wc';
// @ts-expect-error It has no types.
import litA11y from 'eslint-plugin-lit-a11y';

const browserRooms = [
  'controllers',
  'elements',
  'define',
  'entry',
  'dom',
  'events',
  'i18n',
  'merchant',
  'styles',
  'adapters',
  'react',
  'vue',
  'wallets',
  'wrapping',
];
const pureRooms = ['payment', 'service', 'protocol', 'checkout', 'sandbox/core'];
const nodeGlobals = ['process', 'Buffer', 'global', '__dirname', '__filename', 'require', 'setImmediate'];

export default tseslint.config(
  { ignores: ['dist/**', '.cache/**', 'coverage/**', 'node_modules/**', 'src/locales/compiled/**'] },
  ...tseslint.configs.strict,
  ...[wc['flat/best-practice'], lit['flat/recommended']].map((config) => ({
    ...config,
    files: ['src/**/*.ts', 'stories/**/*.ts'],
  })),
  {
    files: ['src/**/*.ts', 'stories/**/*.ts'],
    plugins: { 'lit-a11y': litA11y },
    rules: litA11y.configs.recommended.rules,
  },
  {
    rules: {
      // Lit's own pattern: the template is a function of properties, parts and events.
      'wc/guard-super-call': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'eqeqeq': ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'ImportExpression:not([source.type="Literal"])',
          message: 'A computed import is seen by no bundler, and by no check of imports.',
        },
      ],
    },
  },
  {
    files: [...[...browserRooms, ...pureRooms].map((room) => `src/${room}/**/*.ts`), 'src/sandbox/page/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...nodeGlobals.map((name) => ({ name, message: 'This room also runs in browsers.' })),
      ],
    },
  },
  {
    // The type of a message has its own name in messages of the compiler, not the fields of its schema.
    files: ['src/protocol/**'],
    rules: {
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
    },
  },
  {
    files: ['test/frameworks/angular/**'],
    rules: { '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }] },
  },
  {
    files: ['test/**', '.config/**', '.storybook/**', 'server-example/**', 'src/cli/**'],
    rules: { 'no-console': 'off' },
  },
);
