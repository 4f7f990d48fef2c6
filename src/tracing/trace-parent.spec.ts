import { parseTraceparent, traceparentOf } from './trace-parent.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a stored traceparent', () => {
  it.each(['00', '01'])('is read as it was written, with flags %s', (flags) => {
    const text = `00-${TRACE}-${SPAN}-${flags}`;
    const parsed = parseTraceparent(text);
    expect(parsed).toMatchObject({ traceId: TRACE, spanId: SPAN, traceFlags: Number(flags) });
    expect(parsed && traceparentOf(parsed)).toBe(text);
  });

  it.each(['', 'x', `00-${TRACE}-${SPAN}`, `00-${'0'.repeat(32)}-${SPAN}-01`, `01-${TRACE}-${SPAN}-01`])(
    'is ignored if it is malformed: %j',
    (text) => {
      expect(parseTraceparent(text)).toBeUndefined();
    },
  );
});
