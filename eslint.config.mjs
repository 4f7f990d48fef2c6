import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { noModuleState } from './lint/no-module-state.mjs';

export default tseslint.config(
  { ignores: ['**/dist/', 'node_modules/', 'data/', 'coverage/', 'client/src/generated/openapi.ts'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['src/**/*.ts', 'migrations/**/*.ts'],
    // Schemas are literals that are only ever written out; `main` is the process itself.
    ignores: ['**/*.spec.ts', '**/*.openapi.ts', 'src/openapi/**', 'src/main.ts'],
    plugins: { headroom: { rules: { 'no-module-state': noModuleState } } },
    rules: { 'headroom/no-module-state': 'error' },
  },
  {
    // Tests read loosely typed HTTP answers and hold whole scenarios in one closure.
    files: ['test/**/*.ts', '**/*.spec.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      'max-lines-per-function': 'off',
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', 'cli/bin/*.js'],
    languageOptions: {
      globals: {
        AbortController: 'readonly',
        process: 'readonly',
        console: 'readonly',
        setTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
        module: 'writable',
        performance: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        setImmediate: 'readonly',
        AbortSignal: 'readonly',
      },
    },
  },
);
