import { fromWire } from '../kernel/instant';
import { capacityCsv } from './capacity-csv';

describe('the CSV of a capacity page', () => {
  it('has a row for each step, in UTC', () => {
    const step = {
      start: fromWire('2030-06-01T00:00:00Z'),
      total: 10,
      allocated: 1,
      reserved: 2,
      available: 7,
    };
    expect(capacityCsv([{ name: 'cores', steps: [step] }])).toBe(
      'start,class,total,allocated,reserved,available\r\n2030-06-01T00:00:00Z,cores,10,1,2,7\r\n',
    );
  });
});
