import { wire, type Caller } from '../support/calls.js';
import { isOn, RulesModel, type Known, type Span } from '../support/rules-model.js';
import type { RunningService } from '../support/service.js';
import type { Act } from './rules-acts.js';

type Body = Record<string, any>;

/** The most cores that the tenant `red` may hold in a zone. */
export const LIMIT = 7;

/** Amounts of equal units, each as large as an instance of the flavor `m1.tiny`. */
export function amounts(units: number) {
  return { cores: units, ram: 512 * units, instances: units };
}

/** The wire time of an instant. */
export function time(instant: number): string {
  return wire({ start: instant, end: 0 }).start;
}

export const PLACED = `
select r.id, r.status, (select json_object_agg(c.provider_id, (c.amounts ->> 'cores')::int) from claims c
                         where c.zone_id = r.zone_id and c.reservation_id = r.id and c.amounts ->> 'cores' is not null) as claims
  from reservations r where r.zone_id = $1 order by r.id`;

/** A zone with its model. Sends requests, each as a dry run before, and compares the answers with those of the model. */
export class RulesZone {
  readonly model: RulesModel;
  /** The number of the present act: it selects the process, the provider, and whether the request is repeated. */
  protected which = 0;
  /** The answer to the dry run of the present act. */
  protected dry?: Body;
  private keys = 0;

  constructor(
    protected readonly service: RunningService,
    private readonly callers: readonly Caller[],
    readonly zone: string,
    private readonly providers: readonly string[],
  ) {
    this.model = new RulesModel(service.clock.now(), providers);
  }

  protected get provider(): string {
    return this.providers[this.which % this.providers.length];
  }

  get caller(): Caller {
    return this.callers[this.which % this.callers.length];
  }

  /** Checks the state after an act, of this zone or another. */
  protected async settled(act: Act): Promise<void> {
    const { model } = this;
    if (model.isPlacedByService) {
      const mayDisplace = ['force', 'end', 'withdraw', 'destroy'].includes(act.kind);
      const placed = await this.service.dataSource.query(PLACED, [this.zone]);
      expect([act.kind, model.adopt(placed, mayDisplace)]).toEqual([act.kind, []]);
    }
    model.seen.push(model.figures());
  }

  /** Sends a request, a second time under its key if the act says so. Expects the result, also of a dry run before. */
  protected async decided(operation: string, body: object, result: string, tenant?: string): Promise<Body> {
    const headers: Record<string, string> = tenant === undefined ? {} : { 'Headroom-Tenant': tenant };
    const send = async (members: object, more: Record<string, string> = {}) =>
      (await this.caller.post(`/${operation}`, members, { ...headers, ...more })).body;
    if (this.which % 3 > 0 && operation !== 'confirm-reservation') {
      this.dry = await send({ ...body, 'dry-run': true });
      expect({ operation, body, dry: this.dry.result }).toEqual({ operation, body, dry: result });
      if (result !== 'ok') this.dry = undefined;
    }
    const key = `${this.zone}-${++this.keys}`;
    const answer = await send(body, { 'Idempotency-Key': key });
    expect({ operation, body, answer }).toMatchObject({ operation, body, answer: { result } });
    if (this.which % 5 === 0 && result === 'ok') {
      this.which++;
      expect(await send(body, { 'Idempotency-Key': key })).toEqual(answer);
    }
    return answer;
  }

  async post(operation: string, body: object): Promise<Body> {
    return (await this.caller.post(`/${operation}`, body)).body;
  }

  /** The offer of a refusal has the most that fits, and the earliest window. */
  protected expectOffer(offer: Body, units: number, asked: Span, tenant: string | undefined): void {
    const { model } = this;
    const mayHold = tenant === undefined ? Infinity : LIMIT - model.peak(tenant, asked);
    const most = Math.max(0, Math.min(model.room(asked), units, mayHold));
    const last = Math.max(asked.start, ...model.changes());
    let next: Span | undefined;
    for (let start = asked.start; start <= last && !next; start++) {
      const window = { start, end: start + asked.end - asked.start };
      if (model.fits(units, window)) next = window;
    }
    if (next && tenant !== undefined && model.peak(tenant, next) + units > LIMIT) next = undefined;
    const window = next && wire(next);
    expect({ units, asked, offer }).toEqual({
      units,
      asked,
      offer: {
        maxCapacity: amounts(most),
        nextWindow: window && { ...window, end: window.end ?? undefined },
      },
    });
  }

  protected async boot(known: Known | undefined): Promise<void> {
    const { model } = this;
    const state = known ? model.stateOf(known) : undefined;
    const isPossible = known
      ? model.providers.some((provider) => model.leftOn(known, provider) > 0)
      : model.roomOf(this.provider, { start: model.now, end: Infinity }) > 0;
    const from = known ? { 'reservation-id': known.id } : { 'provider-id': this.provider };
    const order = { name: 'web', image: 'debian-13', flavor: 'm1.tiny', ...from };
    const result = known && state !== 'active' ? 'error' : isPossible ? 'ok' : 'conflict';
    const made = await this.decided('create-instance', order, result);
    if (made.result !== 'ok') return;
    if (known) known.wasDrawn = true;
    const { providerId: provider } = (await this.caller.get(`/instances/${made['instance-id']}`)).body;
    if (known) expect(model.leftOn(known, provider as string)).toBeGreaterThan(0);
    model.instances.push({
      id: made['instance-id'] as string,
      of: known,
      provider: provider as string,
      start: model.now,
      end: known?.end ?? Infinity,
    });
  }

  protected async destroy({ which }: Act): Promise<void> {
    const { model } = this;
    const up = model.instances.filter((instance) => isOn(instance, model.now));
    const instance = up.at(which % Math.max(up.length, 1));
    if (!instance) return;
    await this.decided('destroy-instance', { 'instance-id': instance.id }, 'ok');
    instance.end = model.now;
    if (instance.of) model.displace(instance.of);
    model.settle();
  }

  protected async change({ kind, units, start: from }: Act, asked: Span): Promise<void> {
    const { model } = this;
    const { provider } = this;
    const body = {
      source: provider,
      capacity: amounts(units),
      ...wire({ start: model.now + from, end: asked.end }),
    };
    if (kind === 'increase') {
      const { 'pool-id': id } = await this.decided('increase-capacity', body, 'ok');
      model.pools.push({ id: id as string, provider, ...asked, units });
      return model.settle();
    }
    const least = Math.min(
      ...model
        .changesIn(asked)
        .map((at) => (kind === 'force' ? model.totalOf(provider, at) : model.availableOf(provider, at))),
    );
    const answer = await this.decided(
      'decrease-capacity',
      { ...body, force: kind === 'force' },
      least >= units ? 'ok' : 'conflict',
    );
    if (answer.result !== 'ok') return;
    model.pools.push({ id: answer['pool-id'] as string, provider, ...asked, units: -units });
    model.displace();
  }

  protected async endPool({ which, force }: Act): Promise<void> {
    const { model } = this;
    const known = model.pools.filter(
      ({ id, end, start }) => id !== undefined && end > model.now && end > start,
    );
    const pool = known.at(which % Math.max(known.length, 1));
    if (!pool) return;
    const { provider } = pool;
    const least = Math.min(
      ...model
        .changesIn(pool)
        .map((at) => (force ? model.totalOf(provider, at) : model.availableOf(provider, at))),
    );
    const isPossible = pool.units < 0 || least >= pool.units;
    if (which % 3 > 0)
      this.dry = (
        await this.service.http.delete(`/pools/${pool.id}?dryRun=true${force ? '&force=true' : ''}`)
      ).body;
    if (!isPossible) this.dry = undefined;
    const { status } = await this.service.http.delete(`/pools/${pool.id}${force ? '?force=true' : ''}`);
    expect(status).toBe(isPossible ? 200 : 409);
    if (!isPossible) return;
    pool.end = Math.max(pool.start, model.now);
    model.displace();
  }

  protected async withdraw(asked: Span): Promise<void> {
    const { model } = this;
    const window = wire(asked);
    const body = window.end === null ? { start: window.start } : window;
    this.dry = (
      await this.caller.post(`/providers/${this.provider}/withdraw`, { ...body, dryRun: true })
    ).body;
    const { status } = await this.caller.post(`/providers/${this.provider}/withdraw`, body);
    expect(status).toBe(200);
    const edges = model.changesIn(asked);
    const { provider } = this;
    const parts = edges.map((start, index) => ({
      provider,
      start,
      end: edges[index + 1] ?? asked.end,
      units: -model.totalOf(provider, start),
    }));
    model.pools.push(...parts);
    model.displace();
  }
}
