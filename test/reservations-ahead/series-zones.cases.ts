import { hour, reserve, statesOf } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

describe('a series with an occurrence that was moved to another zone', () => {
  it('S25: is neither changed nor cancelled as a whole: the refusal names that occurrence', async () => {
    const [zone, there] = [newZone(), newZone()];
    for (const each of [zone, there]) await service.provider({ cores: 10 }, { zone: each });
    const repeat = 'FREQ=DAILY;COUNT=3';
    const answer = await reserve(service, zone, [hour(8), hour(10)], { cores: 4 }, { repeat });
    const all = answer.occurrences.map((each: Record<string, string>) => each['reservation-id']) as string[];
    const [first, second, third] = all;
    const move = { 'reservation-id': second, zone: there };
    expect(await service.operation('update-reservation', move)).toMatchObject({ result: 'ok' });
    const where = `occurrence ${second} in ${there}, the first in ${zone}`;
    const rule = `names a series whose occurrences lie in several zones (${where}); name them one by one`;
    const refused = { result: 'error', message: `series-id ${rule}` };
    const named = { 'series-id': answer['series-id'] };
    expect(await service.operation('update-reservation', { ...named, name: 'n' })).toMatchObject(refused);
    expect(await service.operation('cancel-reservation', named)).toMatchObject(refused);
    expect(await statesOf(service, all)).toEqual(all.map(() => 'initialized'));
    await service.operation('cancel-reservation', { 'reservation-id': second });
    const ended = await service.operation('cancel-reservation', named);
    expect(ended['reservation-ids']).toEqual([first, third]);
  });
});
