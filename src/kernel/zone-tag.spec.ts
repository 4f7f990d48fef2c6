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
    const ids = Array.from({ length: 1000 }, () => taggedId(newId(), ZONES[0]));
    expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true);
    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('is none of an id that names no known zone', () => {
    expect(new ZoneTags([]).zonesOf(newId())).toEqual([]);
  });
});
