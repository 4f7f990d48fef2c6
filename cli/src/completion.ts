import type { Command } from 'commander';

/** They may follow each command, so the function adds them once. */
const GLOBAL_FLAGS = ['--url', '--profile', '--tenant', '--json', '--help'];

/** What may follow a command: its subcommands, the choices of its arguments, and its options. */
function wordsAfter(command: Command): string[] {
  const commands = command.commands.map((child) => child.name());
  const options = command.options
    .flatMap(({ short, long }) => [short, long])
    .filter((flag) => flag !== undefined)
    .filter((flag) => !GLOBAL_FLAGS.includes(flag));
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  return [...commands, ...choices, ...options];
}

function* commandsIn(command: Command, path: string): Generator<readonly [path: string, words: string[]]> {
  yield [path, wordsAfter(command)];
  for (const child of command.commands) yield* commandsIn(child, `${path} ${child.name()}`.trim());
}

const FUNCTION = `_headroom() {
  local current=\${COMP_WORDS[COMP_CWORD]} path='' words='' word next
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    next="\${path:+$path }$word"
    if _headroom_words "$next" >/dev/null; then path=$next; fi
  done
  words=$(_headroom_words "$path")
  COMPREPLY=($(compgen -W "$words ${GLOBAL_FLAGS.join(' ')}" -- "$current"))
}
complete -F _headroom headroom`;

/** A script that completes commands and options, for bash, and for zsh by its own emulation of bash's completion. */
export function completionScript(program: Command, shell: 'bash' | 'zsh'): string {
  const cases = [...commandsIn(program, '')].map(
    ([path, words]) => `    '${path}') echo '${words.join(' ')}' ;;`,
  );
  const table = ['_headroom_words() {', '  case "$1" in', ...cases, '    *) return 1 ;;', '  esac', '}'];
  const preamble = shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : [];
  return `${[...preamble, ...table, FUNCTION].join('\n')}\n`;
}
