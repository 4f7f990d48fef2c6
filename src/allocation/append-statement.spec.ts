import { appendStatement } from './append-statement.js';
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
  instances: [],
  pool_entries: [],
  retired_providers: [],
  address_ranges: [],
  requests: [],
  changes: [],
};

const MEMBERS = Object.keys(NOTHING) as (keyof DraftDocument)[];

/** Whatever a draft may have, and what it has not. */
const DOCUMENTS = Array.from({ length: 2 ** MEMBERS.length }, (_, bits) =>
  Object.fromEntries(MEMBERS.map((member, index) => [member, bits & (1 << index) ? ['some', 'more'] : []])),
) as unknown as DraftDocument[];

describe('the statement that appends a draft', () => {
  it('has one text to a name, as a connection knows it by its name', () => {
    const texts = new Map<string, string>();
    for (const document of DOCUMENTS) {
      const { name, text } = appendStatement([document]);
      expect(texts.get(name) ?? text).toBe(text);
      texts.set(name, text);
    }
    expect(new Set(texts.values()).size).toBe(texts.size);
  });

  it('has a part for all that the draft has, and for nothing else', () => {
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

  it('names each of its values, which would have no type otherwise', () => {
    const { text } = appendStatement([NOTHING]);
    const named = new Set([...text.matchAll(/\$(\d)/g)].map(([, number]) => Number(number)));
    expect([...named].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
