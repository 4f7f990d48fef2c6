import fc from 'fast-check';
import { formChooser, type FormChooser } from './statement-forms.js';

const PARTS = ['a', 'b', 'c', 'd', 'e'];

/** The parts of the form that is chosen for some, as a word. */
function chosen(choose: FormChooser<string>, wanted: string, kind?: string): string {
  const form = choose((part) => wanted.includes(part), kind);
  return PARTS.filter((part) => form.has(part)).join('');
}

describe('the form of a prepared statement', () => {
  it('has the wanted parts, as long as there are few forms', () => {
    const choose = formChooser(PARTS, 3);
    const asked = ['a', 'ab', '', 'a', 'ab'];
    expect(asked.map((wanted) => chosen(choose, wanted))).toEqual(asked);
  });

  it('is then the smallest one that has them', () => {
    const choose = formChooser(PARTS, 3);
    for (const wanted of ['abcd', 'ab', 'abc']) chosen(choose, wanted);
    const asked = ['b', 'ac', 'ad', 'e'];
    expect(asked.map((wanted) => chosen(choose, wanted))).toEqual(['ab', 'abc', 'abcd', 'abcde']);
  });

  it('is not one of another kind', () => {
    const choose = formChooser(PARTS, 1);
    chosen(choose, 'ab', 'one');
    expect([chosen(choose, 'a', 'one'), chosen(choose, 'a', 'other')]).toEqual(['ab', 'abcde']);
  });

  it('is one object, with a code of its own', () => {
    const choose = formChooser(PARTS);
    const [form, same, other] = ['ab', 'ab', 'ac'].map((wanted) => choose((part) => wanted.includes(part)));
    expect(same).toBe(form);
    expect(other.code).not.toBe(form.code);
  });

  it('has the wanted parts, and is one of few, whatever is asked for', () => {
    const asked = fc.array(fc.tuple(fc.subarray(PARTS), fc.constantFrom('one', 'other')));
    fc.assert(
      fc.property(asked, fc.nat(4), (all, most) => {
        const choose = formChooser(PARTS, most);
        const given = all.map(([wanted, kind]) => {
          const parts = chosen(choose, wanted.join(''), kind);
          for (const part of wanted) expect(parts).toContain(part);
          return `${kind} ${parts}`;
        });
        expect(new Set(given).size).toBeLessThanOrEqual(most + 2);
      }),
    );
  });
});
