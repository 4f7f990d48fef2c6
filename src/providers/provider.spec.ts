import { isZoneName } from './provider.js';

describe('isZoneName', () => {
  it.each(['a', 'nova', 'zone 1', 'Zürich/2', '__proto__', 'x'.repeat(255)])('allows %j', (text) => {
    expect(isZoneName(text)).toBe(true);
  });

  it.each(['', 'x'.repeat(256), 'a\u0000b', 'a\nb', '\u0085', '\ud800'])('refuses %j', (text) => {
    expect(isZoneName(text)).toBe(false);
  });
});
