import { GivingUp } from '../../src/notifications/delivery/giving-up.js';
import { eventually } from '../support/eventually.js';
import { untilLockIsAwaited, whileLockIsHeld } from '../support/held-zone.js';
import type { RunningService } from '../support/service.js';
import { answering, hanging, startReceiver, type Receiver } from './receiver.js';
import {
  lanes,
  newSubscriber,
  notification,
  startTelling,
  states,
  tell,
  type Subscriber,
} from './telling.js';

const MANY = 25_000;

describe('a large backlog', () => {
  let service: RunningService;
  let receiver: Receiver;
  let to: Subscriber;
  beforeEach(async () => {
    service = await startTelling();
    receiver = await startReceiver();
    to = await newSubscriber(service, receiver.url);
    await service.dataSource.query(`
      create function few() returns trigger language plpgsql as $$
        begin if (select count(*) from changed) > 10000 then raise exception 'too many'; end if; return null; end $$;
      create trigger few after update on notifications referencing old table as changed
        for each statement execute function few();
      create trigger few after delete on delivery_lanes referencing old table as changed
        for each statement execute function few();
      create trigger few_new after insert on delivery_lanes referencing new table as changed
        for each statement execute function few();
      create trigger few_changed after update on delivery_lanes referencing old table as changed
        for each statement execute function few()`);
  });
  afterEach(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** Stores notifications, each in a lane of its own; waiting ones get no row in `delivery_lanes`. */
  async function store(state: 'waiting' | 'dead', count = MANY): Promise<void> {
    await service.dataSource.query(
      `insert into notifications (id, subscription_id, lane, path, body, newest_only, state, created_at, settled_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 'compute', '{}', false, $2, now(),
              case when $2 <> 'waiting' then now() end
         from generate_series(1, $3)`,
      [to.id, state, count],
    );
  }

  /** In parts, because of the trigger. */
  async function storeLanes(): Promise<void> {
    for (let left = MANY; left > 0; left -= 1_000)
      await service.dataSource.query(
        `insert into delivery_lanes (subscription_id, lane, endpoint, due_at)
         select subscription_id, lane, $1, now() + interval '1 hour' from notifications n
          where state = 'waiting' and not exists (select from delivery_lanes l where l.lane = n.lane)
          limit 1000`,
        [receiver.url],
      );
  }

  /** The state that a process leaves that ends while it gives up the notifications of a subscription. */
  async function interrupt(): Promise<void> {
    await service.dataSource.query(
      `update subscriptions set disabled_at = now(), disabled_reason = 'gone' where id = $1`,
      [to.id],
    );
  }

  // Regression: one statement gave up all of them, took longer than a statement may, and the receiver was sent the next.
  it('of a receiver that answers 410 is given up with at most 10,000 notifications per statement', async () => {
    await store('waiting');
    await storeLanes();
    receiver.behave(answering(410));
    await tell(service, notification(to));
    await eventually(async () => expect(await states(service)).toEqual({ dead: MANY + 1 }), 20_000);
    expect(await lanes(service)).toEqual([]);
    const { body } = await service.http.get(`/subscriptions/${to.id}`).expect(200);
    expect(body.disabled.reason).toBe('the receiver answered 410 Gone');
    expect(receiver.received).toHaveLength(1);
  });

  // Regression: notifications without a lane waited for ever, and the alert on the age of the outbox stayed.
  it('is given up although the process that began with it has ended', async () => {
    await store('waiting');
    await interrupt();
    await service.app.get(GivingUp, { strict: false }).tick();
    expect(await states(service)).toEqual({ dead: MANY });
    const { text } = await service.http.get('/metrics').expect(200);
    expect(text).toContain(`\nheadroom_deliveries_given_up_total ${MANY}\n`);
  });

  it('is given up before its subscription is enabled again, so that nothing of it is sent later', async () => {
    await service.app.get(GivingUp, { strict: false }).onModuleDestroy();
    await store('waiting');
    await storeLanes();
    await interrupt();
    await service.http.post(`/subscriptions/${to.id}/enable`).expect(200);
    expect(await states(service)).toEqual({ dead: MANY });
    const told = notification(to);
    await tell(service, told);
    await eventually(async () => expect(await states(service)).toEqual({ dead: MANY, delivered: 1 }));
    expect(receiver.received.map(({ id }) => id)).toEqual([told.id]);
  });

  // Regression: whether it was disabled was read before, so what waited stayed, without a lane, for ever.
  it('is given up although its receiver answers 410 while its subscription is being enabled', async () => {
    await service.app.get(GivingUp, { strict: false }).onModuleDestroy();
    await store('waiting', 1);
    await storeLanes();
    const disable = `
      with stopped as (delete from delivery_lanes)
      update subscriptions set disabled_at = now(), disabled_reason = 'gone'`;
    let enabled: Promise<unknown> | undefined;
    await whileLockIsHeld(service.database.url, [disable], async () => {
      enabled = service.http
        .post(`/subscriptions/${to.id}/enable`)
        .expect(200)
        .then(({ body }) => expect(body).not.toHaveProperty('disabled'));
      await untilLockIsAwaited(service.database.url);
    });
    await enabled;
    expect(await states(service)).toEqual({ dead: 1 });
    await tell(service, notification(to));
    await eventually(async () => expect(await states(service)).toEqual({ dead: 1, delivered: 1 }));
  });

  // Regression: one statement woke all of them, and took longer than a statement may.
  it('of dead notifications is sent again with at most 10,000 per statement', async () => {
    await store('dead');
    receiver.behave(hanging);
    const { body } = await service.http.post(`/subscriptions/${to.id}/redeliver`).expect(202);
    expect(body).toEqual({ redelivered: MANY });
    expect(await states(service)).toEqual({ waiting: MANY });
    expect(await lanes(service)).toHaveLength(MANY);
  });

  // Regression: one statement restarted all of them, and took longer than a statement may: the address could not be changed.
  it('goes to a new address with at most 10,000 lanes per statement', async () => {
    const other = await startReceiver(hanging);
    try {
      await store('waiting');
      await storeLanes();
      await service.http.patch(`/subscriptions/${to.id}`).send({ callbackUri: other.url }).expect(200);
      const due =
        'select endpoint, count(*)::int from delivery_lanes where due_at <= now() group by endpoint';
      expect(await service.dataSource.query(due)).toEqual([{ endpoint: other.url, count: MANY }]);
    } finally {
      await other.stop();
    }
  });

  it('that waits for a subscription in force is not given up', async () => {
    await store('waiting', 1);
    await service.app.get(GivingUp, { strict: false }).tick();
    await service.http.post(`/subscriptions/${to.id}/enable`).expect(200);
    expect(await states(service)).toEqual({ waiting: 1 });
  });
});
