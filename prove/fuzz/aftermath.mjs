import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parsedText } from './oracle.mjs';

const METRICS = { total: 'total', reserved: 'reserved', usage: 'allocated', available: 'available' };
const RESTARTS = 5;
const SETTLE_MS = 500;
/** Figures are read from this far ahead, so that no window begins between two readings. */
const AHEAD_SECONDS = 3600;
const SETTLE_TRIES = 60;
const ERRORS = ['error', 'fatal'];

/** The head of every zone. Two readings of the figures can be compared only if no head has moved between them. */
const HEADS = `select coalesce(string_agg(zone_id || ' ' || head, ',' order by zone_id), '') as heads from zones`;

/** Sums of a zone's ledger entries, at every instant from $2 on at which a figure changes. */
const FIGURES = `
select class, extract(epoch from at)::float8 as at, sum(total)::float8 as total, sum(reserved)::float8 as reserved,
       sum(allocated)::float8 as allocated
  from (select s.class, i.at, s.total, s.reserved, s.allocated
          from ledger_steps($1) s
          join (select distinct class, greatest(at, $2) as at from ledger_steps($1) where until > $2) i
            on i.class = s.class and s.at <= i.at and s.until > i.at) figures
 group by class, at`;

/** Compares the figures of the service at the end with its ledger, and with its figures after a restart. */
export class Aftermath {
  #wire;
  #postgres;
  #service;
  #findings;

  constructor({ wire, postgres, service, findings }) {
    this.#wire = wire;
    this.#postgres = postgres;
    this.#service = service;
    this.#findings = findings;
  }

  async examine(forced) {
    await this.#isAlive();
    await this.#audit(forced);
    const from = Math.floor(Date.now() / 1000) + AHEAD_SECONDS;
    for (let tries = 0; tries < RESTARTS; tries++) {
      const before = await this.#settled(from);
      await this.#service.stop();
      await this.#service.start();
      const after = await this.#settled(from);
      if (before.heads === after.heads) {
        this.#compare(before.figures, after.figures);
        for (const [zone, figures] of after.figures) await this.#compareWithLedger(zone, from, figures);
        return;
      }
    }
    this.#found('unsettled', 'the ledger moves at every restart');
  }

  async #isAlive() {
    for (const path of ['/livez', '/readyz']) {
      const { status, lost } = await this.#ask('GET', path);
      if (status !== 200) this.#found('not alive', `${path} answers ${lost ?? status}`);
    }
  }

  async #audit(forced) {
    const [rows, providers] = await this.#postgres.withClient(async (client) => {
      const audited = await client.query(
        `select zone_id, provider_id, class, at, finding from ledger_audit()`,
      );
      return [audited.rows, await forced.providers(client)];
    });
    for (const { zone_id: zone, provider_id: provider, finding, ...rest } of rows) {
      const isForced = finding === 'available is negative' && providers.has(provider);
      if (!isForced) this.#found('audit', `${finding} in ${zone} on ${provider}: ${JSON.stringify(rest)}`);
    }
  }

  /**
   * The figures from an instant on, and the heads of their zones.
   *
   * @throws Error if the heads keep moving
   */
  async #settled(from) {
    for (let tries = 0; tries < SETTLE_TRIES; tries++) {
      const heads = await this.#heads();
      const figures = await this.#readFigures(from);
      if ((await this.#heads()) === heads) return { heads, figures };
      await pause(SETTLE_MS);
    }
    throw new Error('the heads keep moving although no requests are sent');
  }

  #heads() {
    return this.#postgres.withClient(async (client) => (await client.query(HEADS)).rows[0].heads);
  }

  /** Zone → metric → rows of the utilization from an instant on. */
  async #readFigures(from) {
    const { rows } = await this.#postgres.withClient((client) =>
      client.query('select zone_id from zones order by 1'),
    );
    const figures = new Map();
    for (const { zone_id: zone } of rows) {
      const ofZone = {};
      for (const metric of Object.keys(METRICS)) {
        const start = new Date(from * 1000).toISOString().replace('.000Z', 'Z');
        const { text } = await this.#ask('POST', '/query-capacity', {
          capacity: metric,
          zone,
          window: { start },
        });
        const answer = parsedText(text ?? '');
        if (answer?.result !== 'ok') this.#found('figures', `${zone} ${metric}: ${text}`);
        ofZone[metric] = answer?.utilization ?? [];
      }
      figures.set(zone, ofZone);
    }
    return figures;
  }

  async #compareWithLedger(zone, from, told) {
    const { rows } = await this.#postgres.withClient((client) =>
      client.query(FIGURES, [zone, new Date(from * 1000)]),
    );
    for (const { class: name, at, ...sums } of rows) {
      const expected = { ...sums, available: sums.total - sums.reserved - sums.allocated };
      for (const [metric, figure] of Object.entries(METRICS)) {
        const amount = amountAt(told[metric], name, at);
        // The service limits figures of addresses to the zone's ranges, which are not in the ledger.
        const isSound = name === 'addresses' ? amount <= expected[figure] : amount === expected[figure];
        if (!isSound) {
          this.#found(
            'figure',
            `${zone} ${metric} of ${name} at ${at} is told as ${amount}, the ledger has ${expected[figure]}`,
          );
        }
      }
    }
  }

  #compare(before, after) {
    for (const [zone, figures] of before) {
      for (const metric of Object.keys(METRICS)) {
        const [kept, rebuilt] = [figures[metric], after.get(zone)?.[metric]].map((rows) =>
          JSON.stringify(rows),
        );
        if (kept !== rebuilt)
          this.#found(
            'fold',
            `${metric} of ${zone} differs after a restart: ${kept?.slice(0, 300)} – ${rebuilt?.slice(0, 300)}`,
          );
      }
    }
  }

  /** Reports errors in the log and lines that show internals. `examine` judges the findings of the service's own audit. */
  readLog(file, oracle) {
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const entry = parsedText(line);
      if (!entry) this.#found('log', `not a line of JSON: ${line.slice(0, 300)}`);
      else if (entry.context === 'LedgerAudit') continue;
      else if (ERRORS.includes(entry.level)) this.#found('log', line.slice(0, 1500));
      else if (oracle.leaks(line).length > 0) this.#found('log', line.slice(0, 600));
      else
        this.#findings.add({ kind: 'log', text: String(entry.msg ?? line).slice(0, 200), isWarning: true });
    }
  }

  #ask(method, path, body) {
    const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
    return this.#wire.send({
      method,
      path,
      query: [],
      headers,
      body: body && Buffer.from(JSON.stringify(body)),
    });
  }

  #found(kind, text) {
    this.#findings.add({ kind, text });
  }
}

/** The amount in the row in force at an instant. A class that the row does not name is zero. */
function amountAt(rows, name, at) {
  let amount = 0;
  for (const { timestamp, capacity } of rows) {
    if (Date.parse(timestamp) / 1000 > at) break;
    amount = capacity[name] ?? 0;
  }
  return amount;
}
