import { loopOf } from '../support/loops.js';
import { boot, fromNow, reserved, stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';

/** A batch is decided at the time before its reads. Reads may take longer than the second that the clock counts. */
describe('a clock that goes on while a batch is read', () => {
  let service: RunningService;

  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => stopSound(service));

  /** Lets a second pass after the time at which the next batch of the zone is decided, and before it reads. */
  function secondPassesBefore(name: 'read' | 'addressBook', process = service): void {
    const kept = loopOf(process, 'z1')?.kept;
    if (!kept) throw new Error('the process has not read the zone');
    const read = kept[name].bind(kept) as (...asked: unknown[]) => never;
    const spied = jest.spyOn(kept, name).mockImplementation((...asked: unknown[]) => {
      spied.mockRestore();
      service.clock.advance(1);
      return read(...asked);
    });
  }

  // Regression: the instance that ends with the reservation was not read, so its amounts were released although it had them.
  it('releases no more of a reservation in its last second than its instances leave', async () => {
    await service.provider({ cores: 8, ram: 8192, instances: 8 });
    const capacity = { cores: 4, ram: 4096, instances: 4 };
    const id = await reserved(service, 'z1', [undefined, fromNow(service, 100)], capacity);
    expect(await boot(service, { 'reservation-id': id })).toMatchObject({ result: 'ok' });
    service.clock.advance(99);
    secondPassesBefore('read');
    const canceled = await service.operation('cancel-reservation', { 'reservation-id': id });
    expect(canceled).toMatchObject({ result: 'ok' });
  });

  // Regression: an address that is held until the next second looked free, and the database refused the reservation.
  it('gives no address that is held for the rest of the second', async () => {
    const { provider: source } = await service.provider({ addresses: 1 });
    const named = { source, publicIps: ['203.0.113.8/30'], capacity: { addresses: 1 } };
    expect(await service.operation('increase-capacity', named)).toMatchObject({ result: 'ok' });
    await reserved(service, 'z1', [undefined, fromNow(service, 100)], { addresses: 1 });
    const other = await startService({ database: service.database, clock: service.clock });
    expect(await other.operation('create-reservation', { zone: 'z1', capacity: { cores: 1 } })).toMatchObject(
      {
        result: 'conflict',
      },
    );
    service.clock.advance(99);
    secondPassesBefore('addressBook', other);
    const made = await other.operation('create-reservation', { zone: 'z1', capacity: { addresses: 1 } });
    await other.stop();
    expect(made).toMatchObject({ result: 'ok' });
  });
});
