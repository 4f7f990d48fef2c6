import { TellingWorker } from '../../src/notifications/telling/telling.worker.js';
import { startService, type RunningService } from '../support/service.js';
import { stored, subscribe, tellWhenAsked, toldTo } from './told.js';

describe('reservation changes of a zone', () => {
  let service: RunningService;
  let all: string;
  beforeEach(async () => {
    service = await startService();
    for (const zone of ['z1', 'z2']) await service.provider({ cores: 8 }, { zone });
    await tellWhenAsked(service);
    all = await subscribe(service, '/reservation/subscribe', { inputFilter: [] });
    for (const zone of ['z1', 'z2'])
      await service.operation('create-reservation', { zone, capacity: { cores: '1' } });
  });
  afterEach(() => service.stop());

  const refuse = (zone: string): string => `
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before update on reservation_watermarks for each row when (new.zone_id = '${zone}')
      execute function refuse()`;

  // Regression: the zones behind one that failed were not told of.
  it.each(['z1', 'z2'])('are told although %s fails each time', async (failing) => {
    await service.dataSource.query(refuse(failing));
    await expect(service.app.get(TellingWorker).tick()).rejects.toThrow('refused');
    expect(await stored(service, all)).toHaveLength(2);
    await service.dataSource.query('drop trigger refuse on reservation_watermarks');
    expect(await toldTo(service, all)).toHaveLength(4);
  });
});
