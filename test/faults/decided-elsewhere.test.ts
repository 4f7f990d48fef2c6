import { connect } from 'node:net';
import { once } from 'node:events';
import { DataSource } from 'typeorm';
import { AllocationService } from '../../src/allocation/allocation.service.js';
import { idOf } from '../../src/kernel/identifiers.js';
import { Peers } from '../../src/peers/peers.js';
import { auditFindings, inconsistencies } from '../support/consistency.js';
import { eventually } from '../support/eventually.js';
import { loopOf } from '../support/loops.js';
import { DatabaseProxy, isAppend, type Link } from '../support/proxy.js';
import { startService, type RunningService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

/** Above what any test but one has waiting. */
const QUEUE_LIMIT = 40;

/** Each reservation has one of its own. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** A service, and what is between it and the database. */
interface Process {
  readonly service: RunningService;
  readonly proxy: DatabaseProxy;
}

interface Pair {
  readonly asker: Process;
  readonly decider: Process;
}

function allocationOf({ service }: Process): AllocationService {
  return service.app.get(AllocationService);
}

/** Two services on one database that both write to a zone: one comes to decide what both are asked. */
describe('a zone that one process decides for another', () => {
  let home: RunningService;
  let processes: Process[];
  beforeEach(async () => {
    home = await startService({ environment: { PEER_HOST: 'none' } });
    processes = [await startProcess(), await startProcess()];
  });
  afterEach(async () => {
    expect(await auditFindings(home.database.url)).toEqual([]);
    expect(await inconsistencies(home.database.url, home.clock.now())).toEqual([]);
    for (const { service, proxy } of processes) {
      await service.stop();
      await proxy.stop();
    }
    await home.stop();
  });

  async function startProcess(): Promise<Process> {
    const proxy = await DatabaseProxy.start(home.database.url);
    const database = { url: proxy.url, drop: () => Promise.resolve() };
    const environment = { QUEUE_LIMIT: String(QUEUE_LIMIT) };
    return { service: await startService({ database, clock: home.clock, environment }), proxy };
  }

  const reserve = ({ service }: Process, zone: string, cores: number): Promise<Record<string, any>> =>
    service.operation('create-reservation', { zone, capacity: { cores } });

  /** Both write until one has the other decide. */
  function settled(zone: string): Promise<Pair> {
    return eventually(async () => {
      for (const process of processes) expect((await reserve(process, zone, 1)).result).toBe('ok');
      const asker = processes.find(
        (process) => loopOf(process.service, zone)?.decider.elsewhere !== undefined,
      );
      const decider = processes.find((process) => process !== asker);
      if (!asker || !decider) throw new Error('each decides by itself still');
      expect(allocationOf(asker).delegation.figures.delegated).toBeGreaterThan(0);
      return { asker, decider };
    });
  }

  it('is decided in the batches of one, and answered as ever', async () => {
    await home.provider({ cores: 1_000 }, { zone: 'shared' });
    const { asker, decider } = await settled('shared');
    const before = loopOf(asker.service, 'shared')?.figures.admissions;
    const { forOthers } = allocationOf(decider).delegation.figures;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, number) => reserve(processes[number % 2], 'shared', 1)),
    );
    expect(new Set(answers.map(({ result }) => result))).toEqual(new Set(['ok']));
    expect(new Set(answers.map((answer) => answer['reservation-id'])).size).toBe(60);
    expect(allocationOf(decider).delegation.figures.forOthers).toBe(forOthers + 30);
    expect(loopOf(asker.service, 'shared')?.figures.admissions).toBe(before);
  });

  it('gives a refusal with its offer in the words of the caller', async () => {
    await home.provider({ cores: 20 }, { zone: 'full' });
    const { asker, decider } = await settled('full');
    const bodies = await Promise.all(
      [asker, decider].map((process) =>
        process.service.operation('create-reservation', { zone: 'full', capacity: { cores: 1_000 } }),
      ),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]).toMatchObject({
      result: 'conflict',
      offer: { maxCapacity: { cores: expect.any(Number) } },
    });

    const window = { start: '2030-01-01T00:00:00Z', end: '2030-02-01T00:00:00Z' };
    const all = bodies[0].offer.maxCapacity.cores as number;
    expect((await reserveIn(decider, 'full', all, window)).result).toBe('ok');
    const later = await reserveIn(asker, 'full', all, window);
    expect(later).toMatchObject({ result: 'conflict', offer: { nextWindow: { start: window.end } } });
  });

  const reserveIn = (process: Process, zone: string, cores: number, window: object) =>
    process.service.operation('create-reservation', { zone, capacity: { cores }, ...window });

  it.each([
    [
      'without an end',
      { computePoolReservation: { numCpuCores: 2, numVcInstances: 1, virtualMemSize: 512 } },
    ],
    [
      'with containers',
      {
        virtualizationContainerReservation: [
          {
            containerId: 'c1',
            containerFlavor: {
              flavorId: 'f1',
              virtualCpu: { numVirtualCpu: 2, cpuArchitecture: 'x86' },
              virtualMemory: { numaEnabled: 'False', virtualMemSize: 512 },
            },
          },
        ],
      },
    ],
  ])('gives the record of a reservation %s', async (_, asked) => {
    await home.provider({ cores: 100, ram: 10_000, instances: 10 }, { zone: 'records' });
    const { asker, decider } = await settled('records');
    const before = allocationOf(asker).delegation.figures.delegated;
    const answers = await Promise.all(
      [asker, decider].map(({ service }) =>
        service.http.post('/reservation/compute/create').send({ zoneId: 'records', ...asked }),
      ),
    );
    expect(allocationOf(asker).delegation.figures.delegated).toBe(before + 1);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const [mine, theirs] = answers.map(({ body }) => JSON.stringify(body).replaceAll(UUID, ''));
    expect(mine).toEqual(theirs);
  });

  it('is decided where it was asked for once the other process has gone', async () => {
    await home.provider({ cores: 100 }, { zone: 'gone' });
    const { asker, decider } = await settled('gone');
    await decider.service.app.close();
    for (let more = 0; more < 5; more++) expect((await reserve(asker, 'gone', 1)).result).toBe('ok');
    expect(loopOf(asker.service, 'gone')?.decider.elsewhere).toBeUndefined();
  });

  it('is decided where it was asked for when the other one does not answer, and stored once', async () => {
    await home.provider({ cores: 100 }, { zone: 'silent' });
    const { asker, decider } = await settled('silent');
    const held = holdAppends(decider);
    const answer = await reserve(asker, 'silent', 7);
    expect(answer.result).toBe('ok');
    expect(allocationOf(asker).delegation.figures.takenBack).toBe(1);
    await held.release();
    expect((await reserve(decider, 'silent', 1)).result).toBe('ok');
    expect(await storedWith(7)).toBe(1);
  });

  it('tells that the outcome is unknown when the other one does not answer and it would not fit any more', async () => {
    await home.provider({ cores: 20 }, { zone: 'tight' });
    const { asker, decider } = await settled('tight');
    const held = holdAppends(decider);
    const late = asker.service.http
      .post('/create-reservation')
      .send({ zone: 'tight', capacity: { cores: 7 } })
      .then((answer) => answer);
    await held.some();
    const { body } = await third('tight', 10);
    expect(body).toMatchObject({ result: 'ok' });
    const { status, body: answer } = await late;
    expect(status).toBe(503);
    expect(answer).toMatchObject({ result: 'error', message: expect.stringContaining('outcome is unknown') });
    await held.release();
    expect(await storedWith(7)).toBe(0);
  });

  it('is not held twice when the other one decides late, though it has moved away meanwhile', async () => {
    await home.provider({ cores: 100 }, { zone: 'here' });
    await home.provider({ cores: 100 }, { zone: 'there' });
    const { asker } = await settled('here');
    const peers = asker.service.app.get(Peers);
    const asking = jest.spyOn(peers, 'ask').mockResolvedValueOnce('lost');
    const { 'reservation-id': id } = await reserve(asker, 'here', 7);
    expect(await entriesOf(id)).toEqual(['here']);
    const [[peer, question]] = asking.mock.calls;
    expect(await peers.ask(peer, question)).toMatchObject({ outcome: { value: { id } } });
    expect(await entriesOf(id)).toEqual(['here']);

    const moved = { 'reservation-id': id, zone: 'there' };
    expect((await asker.service.operation('update-reservation', moved)).result).toBe('ok');
    expect(await peers.ask(peer, question)).toMatchObject({ outcome: {} });
    expect(await entriesOf(id)).toEqual(['here', 'here', 'there']);
  });

  it('is looked for in the database only where others have written since it was asked for', async () => {
    await home.provider({ cores: 1_000 }, { zone: 'quiet' });
    const { asker, decider } = await settled('quiet');
    let looks = 0;
    decider.proxy.intercept = (chunk: Buffer) => {
      looks += /read-snapshot-r(-o)?-e/.test(chunk.toString('latin1')) ? 1 : 0;
      return false;
    };
    for (let more = 0; more < 10; more++) expect((await reserve(asker, 'quiet', 1)).result).toBe('ok');
    expect(looks).toBe(0);
    expect((await third('quiet', 1)).body).toMatchObject({ result: 'ok' });
    expect((await reserve(asker, 'quiet', 1)).result).toBe('ok');
    expect(looks).toBeGreaterThan(0);
  });

  /** The zones of all entries that a reservation has made. */
  async function entriesOf(reference: string): Promise<string[]> {
    const rows = await home.app
      .get(DataSource)
      .query<{ zone_id: string }[]>(
        `select zone_id from ledger_entries where owner_id = $1 order by zone_id`,
        [idOf('ResourceReservation', reference)],
      );
    return rows.map((row) => row.zone_id);
  }

  it('lets no more wait for the other one than would wait here', async () => {
    await home.provider({ cores: 1_000 }, { zone: 'waiting' });
    const { asker, decider } = await settled('waiting');
    const held = holdAppends(decider);
    const statuses: number[] = [];
    const asked = Array.from({ length: QUEUE_LIMIT + 5 }, async () => {
      const { status } = await asker.service.http
        .post('/create-reservation')
        .send({ zone: 'waiting', capacity: { cores: 1 } });
      statuses.push(status);
    });
    await eventually(() => Promise.resolve(expect(statuses).toEqual([503, 503, 503, 503, 503])));
    await held.release();
    await Promise.all(asked);
    expect(statuses.slice(5)).toEqual(Array<number>(QUEUE_LIMIT).fill(200));
  });

  /** Written by a process that knows nothing of the other two. */
  const third = (zone: string, cores: number) =>
    home.http.post('/create-reservation').send({ zone, capacity: { cores } });

  /** Keeps what a process would append from the database until it is released. */
  function holdAppends({ proxy }: Process): { some(): Promise<void>; release(): Promise<void> } {
    const kept: (() => void)[] = [];
    proxy.intercept = (chunk: Buffer, link: Link) => {
      if (!isAppend(chunk)) return false;
      kept.push(() => link.forward(chunk));
      return true;
    };
    return {
      some: () => eventually(() => Promise.resolve(expect(kept.length).toBeGreaterThan(0))),
      release: () => {
        proxy.intercept = () => false;
        for (const forward of kept) forward();
        return Promise.resolve();
      },
    };
  }

  async function storedWith(cores: number): Promise<number> {
    const rows = await home.dataSource.query<unknown[]>(
      `select from reservations where (amounts ->> 'cores')::int = $1`,
      [cores],
    );
    return rows.length;
  }

  it('is taken over by the process that alone asks for it', async () => {
    await home.provider({ cores: 10_000 }, { zone: 'moved' });
    const { asker, decider } = await settled('moved');
    await eventually(async () => {
      expect((await reserve(asker, 'moved', 1)).result).toBe('ok');
      expect(loopOf(asker.service, 'moved')?.decider.elsewhere).toBeUndefined();
    });
    const { forOthers } = allocationOf(decider).delegation.figures;
    for (let more = 0; more < 5; more++) expect((await reserve(asker, 'moved', 1)).result).toBe('ok');
    expect(allocationOf(decider).delegation.figures.forOthers).toBe(forOthers);
  });

  it('is followed meanwhile: little is left to read when it has to be decided here', async () => {
    await home.provider({ cores: 10_000 }, { zone: 'followed' });
    const { asker, decider } = await settled('followed');
    for (let more = 0; more < 20; more++) expect((await reserve(asker, 'followed', 1)).result).toBe('ok');
    await eventually(() => {
      const [mine, theirs] = [asker, decider].map(
        (process) => loopOf(process.service, 'followed')?.lastSeen?.head,
      );
      return Promise.resolve(expect(mine).toBe(theirs));
    });
  });

  it('is decided by each for himself where their clocks differ', async () => {
    const clock = new TestClock(home.clock.now() + 7_200);
    const early = await startService({ database: home.database, clock });
    await home.provider({ cores: 1_000 }, { zone: 'early' });
    const [asked] = processes;
    for (let more = 0; more < 20; more++) {
      expect(
        (await early.operation('create-reservation', { zone: 'early', capacity: { cores: 1 } })).result,
      ).toBe('ok');
      expect((await reserve(asked, 'early', 1)).result).toBe('ok');
    }
    for (const service of [early, asked.service]) {
      const { delegated, forOthers } = service.app.get(AllocationService).delegation.figures;
      expect([delegated, forOthers]).toEqual([0, 0]);
    }
    await early.stop();
  });

  it('is asked for by nobody who does not know the name in the database', async () => {
    await home.provider({ cores: 10 }, { zone: 'named' });
    const { decider } = await settled('named');
    const { port } = new URL(decider.service.baseUrl);
    for (const authorization of ['', 'Peer 1 guessed', `Peer 1 ${'0'.repeat(32)}`]) {
      const socket = connect(Number(port), '127.0.0.1');
      const header = authorization && `Authorization: ${authorization}\r\n`;
      socket.write(`CONNECT headroom-peer:1 HTTP/1.1\r\nHost: x\r\n${header}\r\n`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 /);
      socket.destroy();
    }
  });
});
