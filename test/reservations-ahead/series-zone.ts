import { ReservationsClock } from '../../src/reservations/reservations-clock.worker.js';
import type { Caller } from '../support/calls.js';
import { expiresAt, RulesModel, type Known, type Span } from '../support/rules-model.js';
import type { RunningService } from '../support/service.js';
import { amounts, LIMIT, PLACED } from './rules-zone.js';
import type { Act } from './series-act.js';
import { startsOf, textOf } from './series-dates.js';

type Body = Record<string, any>;

interface Single extends Known {
  readonly series?: string;
  name?: string;
}

type Outcome = 'ok' | 'conflict' | 'error';

/** A refusal names an occurrence. */
interface Verdict {
  readonly result: Outcome;
  readonly place?: string;
}

export const time = (hour: number) => new Date(hour * 3_600_000).toISOString().replace('.000', '');
export const span = ({ start, end }: Span) => ({
  start: time(start),
  ...(end < Infinity ? { end: time(end) } : {}),
});

/** A zone in which acts are carried out. Sends requests, and compares the answers with those of the model. */
export class SeriesZone {
  private requests = 0;
  model!: RulesModel;
  private which = 0;

  constructor(
    private readonly service: RunningService,
    readonly caller: Caller,
    readonly zone: string,
  ) {}

  async begin(capacities: readonly number[]) {
    const made: { provider: string; pool: string }[] = [];
    for (const units of capacities)
      made.push(await this.service.provider(amounts(units), { zone: this.zone }));
    this.model = new RulesModel(
      this.service.clock.now() / 3600,
      made.map(({ provider }) => provider),
    );
    for (const [index, { provider, pool: id }] of made.entries())
      this.model.pools.push({
        id,
        provider,
        start: this.model.now,
        end: Infinity,
        units: capacities[index],
      });
  }

  get reservations(): Single[] {
    return this.model.reservations;
  }

  /** Sends a dry run, the request, and sometimes the request again, and compares the answers. */
  private async decided(
    path: string,
    body: object,
    { result, place }: Verdict,
    tenant?: string,
  ): Promise<Body> {
    const headers: Record<string, string> = tenant === undefined ? {} : { 'Headroom-Tenant': tenant };
    const isNorthbound = path.startsWith('/reservation/');
    const send = async (more: object, key: Record<string, string> = {}) => {
      const { body: answer, status } = await this.caller.post(
        path,
        { ...body, ...more },
        { ...headers, ...key },
      );
      if (!isNorthbound) return answer;
      return {
        ...answer,
        result: { 201: 'ok', 409: 'conflict', 400: 'error' }[status],
        message: answer.detail as string,
      };
    };
    const dry = this.which % 3 > 0 && (await send({ [isNorthbound ? 'dryRun' : 'dry-run']: true }));
    const key = { 'Idempotency-Key': `${this.zone}-${++this.requests}` };
    const answer = await send({}, key);
    expect({ path, body, answer }).toMatchObject({ path, body, answer: { result } });
    if (place !== undefined) expect(answer.message).toContain(`(occurrence ${place}`);
    const said = ({ result: r, message, offer }: Body) => ({
      result: r as string,
      message: message as string,
      offer: offer as object,
    });
    if (dry) expect(said(dry)).toEqual(said(answer));
    if (this.which % 5 === 0 && result === 'ok') expect(await send({}, key)).toEqual(answer);
    return answer;
  }

  async act(act: Act): Promise<void> {
    this.which = act.which;
    await this.carryOut(act);
    const { model } = this;
    if (model.isPlacedByService) {
      const placed = await this.service.dataSource.query(PLACED, [this.zone]);
      expect(model.adopt(placed, ['force', 'end'].includes(act.kind))).toEqual([]);
    }
    for (const known of model.reservations) model.note(known);
  }

  private async carryOut(act: Act): Promise<void> {
    const { model } = this;
    const start = model.now + act.start;
    // Where occurrences overlap, what fits depends on the provider that the service has chosen.
    const end = start + (model.isPlacedByService ? Math.min(act.length, 20) : act.length);
    const asked = { start, end };
    const live = this.reservations.filter((known) => model.isLive(known));
    // Mostly the same series, so that its occurrences differ.
    const last = live.findLast(({ series }) => series !== undefined)?.series;
    const likely =
      act.which % 4 > 0 && last !== undefined ? live.filter(({ series }) => series === last) : live;
    const known = likely.at(act.which % Math.max(likely.length, 1));
    if (act.kind === 'advance') return this.advance(act);
    if (act.kind === 'series' || act.kind === 'create') return this.create(act, asked);
    if (act.kind === 'increase' || act.kind === 'force' || act.kind === 'decrease')
      return this.change(act, asked);
    if (act.kind === 'end') return this.endPool(act);
    if (!known) return;
    if (act.kind === 'boot') return this.boot(known);
    const isSeries = act.kind.endsWith('Series') && known.series !== undefined;
    const those = isSeries
      ? live.filter(({ series, start: begins }) => series === known.series && begins > model.now)
      : [known];
    const named = isSeries ? { 'series-id': known.series } : { 'reservation-id': known.id };
    if (act.kind.startsWith('update')) return this.update(act, those, named);
    const verdict: Verdict = { result: those.length > 0 ? 'ok' : 'error' };
    const answer = await this.decided('/cancel-reservation', named, verdict);
    if (isSeries && those.length > 0) expect(answer['reservation-ids']).toEqual(those.map(({ id }) => id));
    for (const each of those) [each.status, each.endedAt] = ['terminated', model.now];
    model.settle();
  }

  private async create(act: Act, asked: Span): Promise<void> {
    const { model } = this;
    const { units, expiry, which, rule } = act;
    const isSeries = act.kind === 'series';
    const isNorthbound = which % 4 === 3;
    const tenant = which % 2 === 1 ? 'red' : undefined;
    const starts = isSeries ? startsOf(rule, asked.start) : [asked.start];
    const until = asked.end - asked.start;
    const windows = starts.map((start) => ({ start, end: start + until }));
    const more = expiry === null || isNorthbound ? {} : { expiry: expiry * 3600 };
    const repeat = isSeries ? { repeat: textOf(rule, asked.start) } : {};
    const { cores, ram, instances } = amounts(units);
    const body = isNorthbound
      ? {
          zoneId: this.zone,
          ...{ startTime: time(asked.start), endTime: time(asked.end), ...repeat },
          computePoolReservation: { numCpuCores: cores, virtualMemSize: ram, numVcInstances: instances },
        }
      : { zone: this.zone, ...span(asked), capacity: amounts(units), ...repeat, ...more };
    const made: Single[] = [];
    let verdict: Verdict = { result: windows.length === 0 || asked.end <= model.now ? 'error' : 'ok' };
    for (const [index, { start, end }] of windows.entries()) {
      if (verdict.result !== 'ok') break;
      const window = { start: Math.max(start, model.now), end };
      const isBeyond = tenant !== undefined && model.peak(tenant, window) + units > LIMIT;
      const isWrong = 'expiry' in more && window.start + (expiry ?? 0) > end;
      const place = isSeries ? `${index + 1} of ${windows.length}, from ${time(start)}` : undefined;
      if (isWrong) verdict = { result: 'error' };
      else if (isBeyond) verdict = { result: 'error', place };
      else if (!model.fits(units, window)) verdict = { result: 'conflict', place };
      if (verdict.result !== 'ok') break;
      const known: Single = {
        ...{ id: '', tenant, ...window, units, status: 'admitted', claims: {}, states: ['initialized'] },
        ...{
          reservedSeconds: 0,
          usedSeconds: 0,
          expiry: 'expiry' in more ? (expiry ?? undefined) : undefined,
        },
      };
      made.push(known);
      model.reservations.push(known);
    }
    model.reservations.splice(model.reservations.length - made.length);
    const answer = await this.decided(
      isNorthbound ? '/reservation/compute/create' : '/create-reservation',
      body,
      verdict,
      tenant,
    );
    if (verdict.result !== 'ok') return;
    const { reservationData = {} } = answer;
    const series = (answer['series-id'] ?? reservationData.seriesId) as string | undefined;
    const first = { id: answer['reservation-id'] ?? reservationData.reservationId };
    const shown = ((answer.occurrences ?? [first]) as Body[]).map((each) => ({
      id: (each['reservation-id'] ?? each.reservationId ?? each.id) as string,
      window: [each.start ?? each.startTime, each.end ?? each.endTime],
    }));
    if (isSeries)
      expect([body, shown.map(({ window }) => window)]).toEqual([
        body,
        made.map(({ start, end }) => [time(start), time(end)]),
      ]);
    model.reservations.push(...made.map((known, index) => ({ ...known, id: shown[index].id, series })));
  }

  private async update({ units, parts, which }: Act, those: readonly Single[], named: object): Promise<void> {
    const { model } = this;
    const isSeries = 'series-id' in named;
    const name = parts.name || !parts.units ? `job-${which}` : undefined;
    const body = {
      ...named,
      ...(parts.units ? { capacity: amounts(units) } : {}),
      ...(name ? { name } : {}),
    };
    let verdict: Verdict = { result: those.length === 0 ? 'error' : 'ok' };
    const before = those.map(({ units: old, status }) => ({ units: old, status }));
    const shrinks = (known: Single) => parts.units && known.status === 'admitted' && units < known.units;
    const order = [...those.filter(shrinks), ...those.filter((known) => !shrinks(known))];
    // A name changes nothing else, also in conflict.
    for (const known of parts.units ? order : []) {
      const wanted = units;
      const place = isSeries
        ? `${those.indexOf(known) + 1} of ${those.length} ahead, from ${time(known.start)}`
        : undefined;
      const drawn = model.drawn(known, model.now);
      const isBeyond = known.tenant !== undefined && model.peak(known.tenant, known, known) + wanted > LIMIT;
      if (wanted < drawn || isBeyond) verdict = { result: 'error', place };
      else {
        const was = known.status;
        known.status = 'conflict';
        const fits = model.fits(wanted - drawn, known);
        known.status = was;
        if (!fits) verdict = { result: 'conflict', place };
      }
      if (verdict.result !== 'ok') break;
      known.units = wanted;
      known.status = 'admitted';
    }
    if (verdict.result !== 'ok')
      for (const [index, known] of those.entries()) Object.assign(known, before[index]);
    const answer = await this.decided('/update-reservation', body, verdict);
    if (verdict.result !== 'ok') return;
    if (isSeries) expect(answer['reservation-ids']).toEqual(those.map(({ id }) => id));
    if (name) for (const known of those) known.name = name;
    model.settle();
  }

  private async boot(known: Single): Promise<void> {
    const { model } = this;
    const isPossible = model.providers.some((provider) => model.leftOn(known, provider) > 0);
    const result = model.stateOf(known) !== 'active' ? 'error' : isPossible ? 'ok' : 'conflict';
    const order = { name: 'web', image: 'debian-13', flavor: 'm1.tiny', 'reservation-id': known.id };
    const answer = await this.decided('/create-instance', order, { result });
    if (result !== 'ok') return;
    known.wasDrawn = true;
    const { providerId: provider } = (await this.caller.get(`/instances/${answer['instance-id']}`)).body;
    const id = answer['instance-id'] as string;
    model.instances.push({ id, of: known, provider: provider as string, start: model.now, end: known.end });
  }

  private async change({ kind, units, which, length }: Act, { start, end }: Span): Promise<void> {
    const { model } = this;
    const asked = {
      start: Math.max(start, model.now),
      end: which % 3 === 0 ? Infinity : Math.max(end, model.now + length),
    };
    const provider = model.providers[which % model.providers.length];
    const body = { source: provider, capacity: amounts(units), ...span(asked) };
    const room = (at: number) =>
      kind === 'force' ? model.totalOf(provider, at) : model.availableOf(provider, at);
    const isPossible = kind === 'increase' || Math.min(...model.changesIn(asked).map(room)) >= units;
    const path = kind === 'increase' ? '/increase-capacity' : '/decrease-capacity';
    const force = kind === 'force' ? { force: true } : {};
    const { 'pool-id': id } = await this.decided(
      path,
      { ...body, ...force },
      { result: isPossible ? 'ok' : 'conflict' },
    );
    if (!isPossible) return;
    model.pools.push({ id: id as string, provider, ...asked, units: kind === 'increase' ? units : -units });
    if (kind === 'increase') model.settle();
    else model.displace();
  }

  private async endPool({ which }: Act): Promise<void> {
    const { model } = this;
    const pools = model.pools.filter(({ end, start }) => end > model.now && end > start);
    const pool = pools.at(which % Math.max(pools.length, 1));
    if (!pool) return;
    const least = Math.min(...model.changesIn(pool).map((at) => model.totalOf(pool.provider, at)));
    const isPossible = pool.units < 0 || least >= pool.units;
    const { status } = await this.service.http.delete(`/pools/${pool.id}?force=true`);
    expect(status).toBe(isPossible ? 200 : 409);
    if (!isPossible) return;
    pool.end = Math.max(pool.start, model.now);
    model.displace();
  }

  private async advance({ length }: Act): Promise<void> {
    const { model } = this;
    const due = model.overdue(model.now + length);
    // Those that expire in the same second are released in no particular order.
    if (new Set(due.map(expiresAt)).size < due.length) return;
    // One in conflict may be admitted and released at the same instant, which no list shows.
    if (model.isPlacedByService && due.some(({ status }) => status === 'conflict')) return;
    this.service.clock.advance(length * 3600);
    await this.service.app.get(ReservationsClock).tick();
    await this.caller.post('/query-capacity', { zone: this.zone, 'show-utilization': false });
    model.pass(length);
  }
}
