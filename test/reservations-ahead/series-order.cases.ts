import { hour, reserve, statesOf } from '../support/readings.js';
import { newZone, service } from '../support/shared-service.js';

type Body = Record<string, any>;

describe('a series whose occurrences depend on each other', () => {
  /** Three occurrences that overlap by an hour, of two cores each, in a zone with ten. */
  async function overlapping() {
    const zone = newZone();
    await service.provider({ cores: 10 }, { zone });
    const window = [hour(8), hour(33)] as const;
    const made: Body = await reserve(service, zone, window, { cores: 2 }, { repeat: 'FREQ=DAILY;COUNT=3' });
    const ids = (made.occurrences as Body[]).map((each) => each['reservation-id'] as string);
    return { zone, ids, ofSeries: { 'series-id': made['series-id'] as string } };
  }

  // Regression: the first occurrence was refused, because the second still had what it gives back in the same request.
  it('S26: is changed if all of it fits in the end', async () => {
    const { zone, ids, ofSeries } = await overlapping();
    const change = { 'reservation-id': ids[1], capacity: { cores: 8 } };
    expect(await service.operation('update-reservation', change)).toMatchObject({ result: 'ok' });
    const update = (cores: number) =>
      service.operation('update-reservation', { ...ofSeries, capacity: { cores } });
    expect(await update(6)).toMatchObject({
      result: 'conflict',
      message: expect.stringContaining('(occurrence 1 of 3 ahead'),
    });
    expect(await update(5)).toMatchObject({ result: 'ok', 'reservation-ids': ids });
    const { body } = await service.http.get(`/reservations?zone=${zone}`);
    expect((body.items as Body[]).map(({ capacity }) => (capacity as Body).cores as number)).toEqual([
      5, 5, 5,
    ]);
  });

  // Regression: the refusal named a protector that the same request ends.
  it('S27: is cancelled although a later occurrence protects an earlier one', async () => {
    const { ids, ofSeries } = await overlapping();
    const [first, second, third] = ids;
    for (const [protector, element] of [
      [second, first],
      [third, second],
    ]) {
      const change = { 'reservation-id': protector, elements: [`ResourceReservation:${element}`] };
      expect(await service.operation('update-reservation', change)).toMatchObject({ result: 'ok' });
    }
    const ended = await service.operation('cancel-reservation', ofSeries);
    expect(ended).toMatchObject({ result: 'ok', 'reservation-ids': ids });
    expect(await statesOf(service, ids)).toEqual(['terminated', 'terminated', 'terminated']);
  });
});
