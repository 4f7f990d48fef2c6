import { once } from 'node:events';
import { ReconciliationLease } from '../../src/instances/reconciliation-lease.js';
import { ReconciliationsRepository } from '../../src/instances/reconciliations.repository.js';
import { eventually } from '../support/eventually.js';
import { openstackCloud, reconcile, type OpenstackCloud } from './clouds.js';

const PATIENCE_MS = 40_000;

describe("a provider's lease while it is reconciled", () => {
  let cloud: OpenstackCloud;
  let provider: string;
  beforeAll(async () => {
    cloud = await openstackCloud();
    ({ provider } = await cloud.service.provider({ instances: 8 }, cloud.registration));
    // The first reconciliation creates the row that can be leased.
    expect((await reconcile(cloud.service, provider)).status).toBe(200);
  });
  afterEach(() => leaseUntil('null'));
  afterAll(() => cloud.stop());

  const rows = <R>(sql: string): Promise<R[]> => cloud.service.dataSource.query(sql);
  const leaseUntil = (end: string): Promise<unknown> =>
    rows(`update reconciliations set leased_until = ${end}`);
  /** The end of the lease, and the seconds until then. */
  const lease = async (): Promise<{ end: string; seconds: number }> =>
    (
      await rows<{ end: string; seconds: number }>(
        `select leased_until::text as end,
                extract(epoch from leased_until - clock_timestamp())::float8 as seconds from reconciliations`,
      )
    )[0];

  /** Starts a reconciliation that gets the list of servers only after `goOn` is called. */
  const beginSlowly = async () => {
    let goOn = (): void => undefined;
    const patience = new Promise<void>((resolve) => (goOn = resolve));
    cloud.fake.intercept = async ({ path }) => {
      if (path.endsWith('/servers/detail')) await patience;
      return undefined;
    };
    const answer = reconcile(cloud.service, provider);
    await eventually(async () => expect((await lease()).end).not.toBeNull());
    return { answer, goOn };
  };

  it('is short, kept for as long as that takes, and given back', async () => {
    const { answer, goOn } = await beginSlowly();
    const first = await lease();
    expect(first.seconds).toBeLessThanOrEqual(15);
    await eventually(async () => {
      const later = await lease();
      expect(later.end > first.end).toBe(true);
      expect(later.seconds).toBeLessThanOrEqual(15);
    }, PATIENCE_MS);
    goOn();
    expect((await answer).status).toBe(200);
    expect((await lease()).end).toBeNull();
  });

  it('ends the work when another process has it', async () => {
    const orphan = await cloud.add({});
    const { answer, goOn } = await beginSlowly();
    await leaseUntil(`'2999-01-01'`);
    expect(await answer).toMatchObject({ status: 409, body: { code: 'reconciliation-under-way' } });
    expect((await lease()).end).toMatch(/^2999/);

    goOn();
    await leaseUntil('null');
    const { body } = await reconcile(cloud.service, provider);
    expect(body).toMatchObject({ removed: [{ serverId: orphan }] });
  });

  it('ends the work when it has not been renewed in time', async () => {
    const repository = cloud.service.app.get(ReconciliationsRepository, { strict: false });
    const leased = await repository.leaseOne({ id: provider, zoneId: 'z1' }, 3600);
    if (!leased) throw new Error('somebody else has it');
    const short = new ReconciliationLease({ ...leased, endsAt: performance.now() + 100 }, repository);
    await short.during(new AbortController().signal, (signal) => once(signal, 'abort'));
    expect(short.isLost).toBe(true);
  });

  it('expires when its holder has died', async () => {
    await leaseUntil(`statement_timestamp() + interval '1 second'`);
    expect((await reconcile(cloud.service, provider)).status).toBe(200);
  });

  it('is not awaited for a provider that is retired meanwhile', async () => {
    const { service } = cloud;
    const { provider: other } = await service.provider({ instances: 8 }, { zone: 'z2' });
    expect((await reconcile(service, other)).status).toBe(200);
    await leaseUntil(`now() + interval '1 hour'`);
    const leasing = jest.spyOn(service.app.get(ReconciliationsRepository), 'leaseOne');
    const answer = reconcile(service, other);
    await eventually(() => Promise.resolve(expect(leasing).toHaveBeenCalled()));
    leasing.mockRestore();
    await service.http.delete(`/providers/${other}`).expect(200);
    expect(await answer).toMatchObject({ status: 409, body: { code: 'provider-retired' } });
  });
});
