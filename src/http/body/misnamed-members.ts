import { DomainError } from '../../kernel/domain-error.js';
import type { UnknownMember } from '../answers/warnings.js';

/** What Group A and Group B call the same member. */
const SPELLINGS: readonly (readonly [string, string])[] = [
  ['hold', 'holdSeconds'],
  ['wait-until', 'waitUntil'],
];

const DRY_RUN: ReadonlySet<unknown> = new Set(['dry-run', 'dryRun']);

/**
 * Refuses members that are not known here, but without which the request would mean something else: one that asks for a dry
 * run where there is none, or that has the spelling of the other group. Other unknown members are ignored and named.
 *
 * @throws DomainError `invalid-request`
 */
export function refuseMisnamed(unknown: readonly UnknownMember[]): void {
  for (const { path, known } of unknown) {
    if (path.length > 1) continue;
    const [name] = path;
    if (DRY_RUN.has(name))
      throw DomainError.invalidField([name], 'is not known here: there is no dry run of it');
    const here = otherSpelling(name);
    if (here !== undefined && known.includes(here)) {
      throw DomainError.invalidField([name], `is not known here: it is called ${here}`);
    }
  }
}

function otherSpelling(name: unknown): string | undefined {
  const pair = SPELLINGS.find((spellings) => spellings.some((spelling) => spelling === name));
  return pair?.find((spelling) => spelling !== name);
}
