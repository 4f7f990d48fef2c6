import { Outbox } from '../../src/notifications/outbox.js';
import { ReservationChangesRepository } from '../../src/notifications/telling/reservation-changes.repository.js';
import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { describeOnServer } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { startService, type RunningService } from '../support/service.js';
import { stored, subscribe, tellWhenAsked, toldTo, UNHURRIED } from './told.js';

describe('reservation changes of a zone', () => {
  let service: RunningService;
  let all: string;
  beforeEach(async () => {
    service = await startService();
    for (const zone of ['z1', 'z2']) await service.provider({ cores: 8 }, { zone });
    await tellWhenAsked(service);
    all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    for (const zone of ['z1', 'z2']) await reserve(zone);
  });
  afterEach(() => service.stop());

  const reserve = (zone: string) =>
    service.operation('create-reservation', { zone, capacity: { cores: '1' } });

  const refuse = (zone: string): string => `
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before update on reservation_watermarks for each row when (new.zone_id = '${zone}')
      execute function refuse()`;

  // Citus has no triggers on distributed tables.
  describeOnServer('behind one that fails', () => {
    // Regression: they were not told of.
    it.each(['z1', 'z2'])('are told although %s fails each time', async (failing) => {
      await service.dataSource.query(refuse(failing));
      await expect(service.app.get(TellingWorker).tick()).rejects.toThrow('refused');
      expect(await stored(service, all)).toHaveLength(2);
      await service.dataSource.query('drop trigger refuse on reservation_watermarks');
      expect(await toldTo(service, all)).toHaveLength(4);
    });
  });

  // Regression: one tenant's many notifications in a zone delayed those of all other zones.
  it('are told while those of another zone are still being stored', async () => {
    expect(await toldTo(service, all)).toHaveLength(4);
    const outbox = service.app.get(Outbox);
    const add = outbox.add.bind(outbox);
    jest.spyOn(outbox, 'add').mockImplementationOnce(async (...told) => {
      await told[0].query(UNHURRIED);
      await reserve('z2');
      await eventually(async () => expect(await stored(service, all)).toHaveLength(6));
      return add(...told);
    });
    await reserve('z1');
    expect(await toldTo(service, all)).toHaveLength(8);
  });

  // Regression: a stop waited for all changes of all zones.
  it('are left to the next round by a stop, after the step that is under way', async () => {
    const changes = service.app.get(ReservationChangesRepository, { strict: false });
    const untold = changes.untold.bind(changes);
    const steps: string[] = [];
    jest.spyOn(changes, 'untold').mockImplementation(async (tx, zoneId, ...more) => {
      steps.push(zoneId);
      if (steps.length === 1) void service.app.get(TellingWorker).onModuleDestroy();
      return { ...(await untold(tx, zoneId, ...more)), hasMore: steps.length < 10 };
    });
    await toldTo(service, all);
    expect(steps.length).toBeLessThan(3);
    jest.restoreAllMocks();
    expect(await toldTo(service, all)).toHaveLength(4);
  });
});
