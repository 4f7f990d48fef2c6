import { forced } from './forced.js';
import { findings } from './made-up.js';

function verdict(cores: number, isKept: boolean) {
  const { history, evidence } = forced(cores, isKept);
  return findings(history, evidence);
}

describe('verdicts of the checker on less than nothing', () => {
  it('accept it where instances alone use more than is left', async () => {
    expect(await verdict(10, false)).toEqual([]);
  });

  it('find it where a reservation holds more than is left beside an instance', async () => {
    expect(await verdict(9, true)).toMatchObject([{ property: 'P1' }]);
  });
});
