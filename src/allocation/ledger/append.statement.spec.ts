import { appendStatement } from './append.statement.js';
import type { DraftDocument } from './draft-document.js';

const NOTHING: DraftDocument = {
  entries: [],
  new_reservations: [],
  reservations: [],
  new_claims: [],
  claims: [],
  addresses: [],
  dropped_claims: [],
  dropped_addresses: [],
  address_entries: [],
  instances: [],
  pool_entries: [],
  retired_providers: [],
  address_ranges: [],
  requests: [],
  audit: [],
  changes: [],
};

const MEMBERS = Object.keys(NOTHING) as (keyof DraftDocument)[];

const SOME = ['some', 'more'];

/** An empty draft, drafts with one member each, and a draft with all of them. */
const DOCUMENTS = [
  NOTHING,
  ...MEMBERS.map((member) => ({ ...NOTHING, [member]: SOME })),
  Object.fromEntries(MEMBERS.map((member) => [member, SOME])) as unknown as DraftDocument,
];

describe('the statement that appends a draft', () => {
  it('has one text per name, because a connection identifies a statement by its name', () => {
    const texts = new Map<string, string>();
    for (const document of DOCUMENTS) {
      const { name, text } = appendStatement([document]);
      expect(texts.get(name) ?? text).toBe(text);
      texts.set(name, text);
    }
  });

  it('has a part for each member of the draft, and no other parts', () => {
    for (const document of DOCUMENTS) {
      const { text } = appendStatement([document]);
      const read = new Set([...text.matchAll(/m\.document -> '(\w+)'/g)].map(([, member]) => member));
      const had = MEMBERS.filter((member) => member === 'entries' || document[member].length > 0);
      expect([...read].sort()).toEqual([...had].sort());
    }
  });

  it('has the parts of all drafts that it appends', () => {
    const [reservations, changes, both] = [['reservations'], ['changes'], ['reservations', 'changes']].map(
      (members) => ({ ...NOTHING, ...Object.fromEntries(members.map((member) => [member, ['some']])) }),
    );
    expect(appendStatement([reservations, changes])).toEqual(appendStatement([both]));
  });
});
