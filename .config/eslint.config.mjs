import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      'data/**',
      'fixtures/content/**',
      'test-results/**',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: new URL('..', import.meta.url).pathname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: false },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/no-deprecated': [
        'error',
        {
          allow: [
            // It has no replacement: users can undo only text inserted with it.
            { from: 'lib', name: 'execCommand' },
          ],
        },
      ],
      // An interface name for a derived type is easier to read in messages and hovers.
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    ...reactHooks.configs.flat['recommended-latest'],
  },
  {
    files: ['web/src/**/*.tsx'],
    ...jsxA11y.flatConfigs.strict,
    rules: {
      ...jsxA11y.flatConfigs.strict.rules,
      // WebKit drops the implicit role of a list without markers and of a table displayed as
      // blocks.
      'jsx-a11y/no-redundant-roles': [
        'error',
        { ol: ['list'], ul: ['list'], tbody: ['rowgroup'], thead: ['rowgroup'] },
      ],
      'jsx-a11y/no-interactive-element-to-noninteractive-role': ['error', { td: ['cell'] }],
      // Dropping files is an alternative to the form's file input, and loading is no interaction.
      'jsx-a11y/no-noninteractive-element-interactions': [
        'error',
        { form: ['onDragLeave', 'onDragOver', 'onDrop'], iframe: ['onLoad'] },
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    ignores: ['web/src/routing/lazy-*.tsx'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'react',
          importNames: ['lazy'],
          message:
            'A chunk that fails to load would unmount the whole page. Use lazyPage or lazyPart, which show an error in its place.',
        },
      ],
    },
  },
  {
    files: ['api/src/**/*.ts'],
    ignores: ['api/src/core/cache.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        { name: 'lru-cache', message: 'Use createCache, which has a row in the README.' },
      ],
    },
  },
  {
    // A name says what the value is, e.g. `cached`, `requested` or `base`, so that one can search it.
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/test/**', 'web/e2e/**'],
    rules: { 'id-denylist': ['error', 'found', 'known', 'wanted', 'given', 'it', 'began'] },
  },
  {
    // Tests may use non-null assertions, and React's event handlers may be async.
    files: ['**/*.test.{ts,tsx}', '**/test/**', 'web/e2e/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Command-line programs write to the console.
    files: [
      '.config/**',
      '**/*.config.ts',
      'fixtures/github/serve.ts',
      'api/src/check-content.ts',
      'api/src/hash-password.ts',
      'api/bench/main.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['**/*.{js,mjs}'],
    ...tseslint.configs.disableTypeChecked,
  },
);
