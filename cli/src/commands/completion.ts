import { Argument } from 'commander';
import { completionScript } from '../completion.js';
import type { Register } from '../context.js';

const HELP = `
bash:  headroom completion bash > ~/.local/share/bash-completion/completions/headroom
zsh:   eval "$(headroom completion zsh)"   in ~/.zshrc, after compinit`;

export const addCompletion: Register = (program, handled) => {
  program
    .command('completion')
    .description('a script that completes commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh']))
    .addHelpText('after', HELP)
    .action(
      handled(({ surroundings }, shell: 'bash' | 'zsh') => {
        surroundings.stdout.write(completionScript(program, shell));
        return Promise.resolve();
      }),
    );
};
