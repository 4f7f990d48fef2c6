import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { noModuleState } from './no-module-state.mjs';

/** Runs the rule alone over the TypeScript files of a directory that has a tsconfig.json, and prints file → messages. For its test. */
const [directory] = process.argv.slice(2);
const files = readdirSync(directory).filter((file) => file.endsWith('.ts'));
const eslint = new ESLint({
  cwd: directory,
  overrideConfigFile: true,
  overrideConfig: {
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: 'tsconfig.json', tsconfigRootDir: directory },
    },
    plugins: { headroom: { rules: { 'no-module-state': noModuleState } } },
    rules: { 'headroom/no-module-state': 'error' },
  },
});
const results = await eslint.lintFiles(files.map((file) => join(directory, file)));
const found = results.map(({ messages }, index) => [files[index], messages.map(({ message }) => message)]);
process.stdout.write(JSON.stringify(Object.fromEntries(found)));
