import { availableCores, hour, reservation } from '../support/readings.js';
import type { RunningService } from '../support/service.js';

const WINDOW = { start: hour(1), end: hour(2) };

/** A client of a zone: reserves, changes every second reservation and cancels every third, in a loop. */
class Client {
  readonly held = new Map<string, number>();
  /** Changes whose outcome the client doesn't know. */
  readonly open: string[] = [];

  constructor(
    private readonly service: RunningService,
    readonly zone: string,
  ) {}

  async actWhile(isGoingOn: () => boolean): Promise<void> {
    for (let turn = 1; isGoingOn(); turn++) {
      const made = await this.post('create-reservation', {
        zone: this.zone,
        ...WINDOW,
        capacity: { cores: 1 },
      });
      const id = made?.['reservation-id'];
      if (id === undefined) continue;
      this.held.set(id, 1);
      const name = { 'reservation-id': id };
      if (turn % 2 === 0 && (await this.post('update-reservation', { ...name, capacity: { cores: 2 } }, id)))
        this.held.set(id, 2);
      if (turn % 3 === 0 && (await this.post('cancel-reservation', name, id))) this.held.delete(id);
    }
  }

  /** Every answer is a success, or a 503. */
  private async post(name: string, body: object, id?: string): Promise<Record<string, string> | undefined> {
    const { status, body: answer } = await this.service.http.post(`/${name}`).send(body);
    if (status === 200) {
      expect(answer).toMatchObject({ result: 'ok' });
      return answer as Record<string, string>;
    }
    expect({ name, status, answer }).toMatchObject({ status: 503 });
    if ((answer as { code?: string }).code === 'outcome-unknown') this.open.push(id ?? name);
    return undefined;
  }
}

/** Clients of some zones, spread over the processes of the service. */
export class Load {
  private readonly clients: readonly Client[];
  private readonly acting: Promise<unknown>;
  private isGoingOn = true;

  constructor(
    private readonly services: readonly RunningService[],
    private readonly zones: readonly string[],
    count: number,
  ) {
    this.clients = Array.from(
      { length: count },
      (_, index) => new Client(services[index % services.length], zones[index % zones.length]),
    );
    this.acting = Promise.all(this.clients.map((client) => client.actWhile(() => this.isGoingOn)));
    // `stop` reports it.
    this.acting.catch(() => undefined);
  }

  /** Number of reservations that the clients hold. */
  get held(): number {
    return this.clients.reduce((sum, { held }) => sum + held.size, 0);
  }

  async stop(): Promise<void> {
    this.isGoingOn = false;
    await this.acting;
  }

  /** Expects what was acknowledged, and nothing else, in a database whose zones have so many cores. */
  async expectKept(cores: number): Promise<void> {
    expect(this.clients.flatMap(({ open }) => open)).toEqual([]);
    for (const zone of this.zones) {
      const own = this.clients.filter((client) => client.zone === zone).flatMap(({ held }) => [...held]);
      const reserved = own.reduce((sum, [, amount]) => sum + amount, 0);
      for (const service of this.services)
        expect(await availableCores(service, zone, hour(1))).toBe(cores - reserved);
      for (const [id, amount] of own.slice(0, 20))
        expect(await reservation(this.services[this.services.length - 1], id)).toMatchObject({
          state: 'initialized',
          capacity: { cores: amount },
        });
    }
  }
}
