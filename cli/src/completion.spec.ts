import { buildProgram } from './program.js';
import { completionScript } from './completion.js';
import type { Surroundings } from './surroundings.js';

const script = completionScript(
  buildProgram({ stdout: {}, stderr: {}, version: '0.1.0' } as Surroundings),
  'bash',
);
const wordsAfter = (path: string): string[] =>
  new RegExp(`'${path}'\\) echo '(.*)'`).exec(script)?.[1]?.split(' ') ?? [];

describe('the completion of a shell', () => {
  it('offers the choices of an argument', () => {
    expect(wordsAfter('completion')).toEqual(['bash', 'zsh']);
  });

  it('offers each option of all commands once', () => {
    expect(wordsAfter('')).toEqual(expect.arrayContaining(['reserve', '--version']));
    expect(wordsAfter('')).not.toContain('--url');
    expect(script.match(/--tenant/g)).toHaveLength(1);
  });
});
