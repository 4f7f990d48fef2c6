import { csvLine } from './csv.js';

describe('a line of CSV', () => {
  it('quotes what RFC 4180 says', () => {
    expect(csvLine(['a', 'b,c', 'd"e', 'f\r\ng', '', undefined, null])).toBe(
      'a,"b,c","d""e","f\r\ng",,,\r\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\n=1', '\uff1d1'])(
    'R13 does not let %j be a formula',
    (text) => {
      expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
    },
  );

  it('leaves numbers alone', () => {
    expect(csvLine([-1, 0.5, 1e-6])).toBe('-1,0.5,0.000001\r\n');
  });
});
