import { buildFold } from '../../src/allocation/ledger/build-fold.js';
import { readSnapshot } from '../../src/allocation/ledger/reader.js';
import { combineNeeds } from '../../src/allocation/admission/needs.js';
import type { ZoneFold } from '../../src/allocation/fold/zone-fold.js';
import { startReceiver } from '../notifications/receiver.js';
import { lanes, newSubscriber, notification, startTelling, tell } from '../notifications/telling.js';
import { describeOnServer } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { keptStatements, POOL_SIZE, type KeptStatement } from '../support/kept-statements.js';
import { lengthen } from '../support/ledger-rows.js';
import type { RunningService } from '../support/service.js';

/** Number of custom plans that PostgreSQL makes before it compares their cost with that of a generic plan. */
const CUSTOM_PLANS = 5;

describeOnServer('prepared', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await startTelling();
  });

  afterAll(() => service.stop());

  async function plansOf(name: RegExp): Promise<Pick<KeptStatement, 'custom' | 'generic'>[]> {
    const kept = await keptStatements(service.dataSource);
    return kept
      .filter((statement) => name.test(statement.name))
      .map(({ custom, generic }) => ({ custom, generic }));
  }

  async function expectKept(name: RegExp): Promise<void> {
    const plans = await plansOf(name);
    expect(plans.length).toBeGreaterThan(0);
    expect(plans.some(({ generic }) => generic > 0)).toBe(true);
    expect(plans.every(({ custom }) => custom <= CUSTOM_PLANS)).toBe(true);
  }

  describe('the statements that decide and append', () => {
    beforeAll(async () => {
      await service.provider({ cores: 100 });
      for (let number = 0; number < POOL_SIZE * CUSTOM_PLANS * 2; number++) {
        const made = await service.operation('create-reservation', { capacity: { cores: '1' } });
        const ended = await service.operation('cancel-reservation', {
          'reservation-id': made['reservation-id'],
        });
        expect([made.result, ended.result]).toEqual(['ok', 'ok']);
      }
    });

    it.each([/^append-draft-/, /^read-snapshot-plain-h$/])(
      'is planned a few times and not for every batch, in a database without statistics too: %s',
      expectKept,
    );
  });

  describe('the statements that deliver', () => {
    beforeAll(async () => {
      const receiver = await startReceiver();
      try {
        const to = await newSubscriber(service, receiver.url);
        for (let number = 1; number <= POOL_SIZE * CUSTOM_PLANS * 2; number++) {
          await tell(service, notification(to));
          await eventually(async () => expect(await lanes(service)).toEqual([]));
        }
      } finally {
        await receiver.stop();
      }
    });

    it.each([
      /^add-notifications$/,
      /^claim-lanes$/,
      /^begin-turns$/,
      /^record-attempts$/,
      /^move-lanes-on$/,
    ])('is planned a few times and not for every notification: %s', expectKept);
  });

  describe('the statements by which processes read entries of each other', () => {
    it('is planned a few times and not for every turn', async () => {
      const runner = service.dataSource.createQueryRunner();
      try {
        // With statistics of a long ledger, a custom plan for a position near its end looks cheapest.
        await lengthen(runner.manager, 5_000);
        await runner.query('analyze ledger_entries');
        const fold = (await buildFold(runner.manager, 'z1', 0)) as ZoneFold;
        for (let turn = 0; turn < CUSTOM_PLANS * 2; turn++) {
          await readSnapshot(runner.manager, fold, combineNeeds([]), 0);
        }
      } finally {
        await runner.release();
      }
      expect(await plansOf(/^read-snapshot-plain-0$/)).toEqual([
        { custom: CUSTOM_PLANS, generic: CUSTOM_PLANS },
      ]);
    });
  });
});
