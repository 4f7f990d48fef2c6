import { withAllZones } from './capacity-watermarks.repository.js';

// Regression: without its place in the watermark, such a zone was replayed from its first entry.
it('a zone whose node was away while the heads were read stays at its watermark', () => {
  const watermark = {
    heads: new Map([
      ['here', 3],
      ['away', 7],
    ]),
    reached: 0,
    spare: null,
  };
  const present = {
    subscribers: 1,
    ranges: 0,
    heads: new Map([
      ['here', 5],
      ['new', 1],
    ]),
  };
  expect(Object.fromEntries(withAllZones(watermark, present).present.heads)).toEqual({
    here: 5,
    away: 7,
    new: 1,
  });
});
