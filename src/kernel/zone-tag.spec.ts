import { validate, version } from 'uuid';
import { newId } from './identifiers.js';
import { taggedId, ZoneTags } from './zone-tag.js';

const ZONES = Array.from({ length: 500 }, (_, index) => `zone-${index}`);

describe('the tag of a zone in an id', () => {
  const tags = new ZoneTags(ZONES);

  it('leads back to the zone, and rarely to another one beside it', () => {
    const found = ZONES.map((zone) => tags.zonesOf(taggedId(newId(), zone)));
    expect(found.every((zones, index) => zones.includes(ZONES[index]))).toBe(true);
    expect(found.filter((zones) => zones.length > 1).length).toBeLessThan(20);
  });

  it('leaves an id valid, of its version, and in its order', () => {
    const plain = Array.from({ length: 1000 }, newId);
    const ids = plain.map((id) => taggedId(id, ZONES[0]));
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(ids.map((id) => id.slice(0, 32))).toEqual(plain.map((id) => id.slice(0, 32)));
    expect(ids.every((id) => id.length === plain[0].length)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is none of an id that names no known zone', () => {
    expect(new ZoneTags([]).zonesOf(newId())).toEqual([]);
  });
});
