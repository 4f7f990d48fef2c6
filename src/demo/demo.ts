import { formatInstant, type Instant } from '../kernel/time-window.js';
import { DEMO_ZONE, demoInstance, demoPool, demoProvider, demoReservations } from './demo-requests.js';

const TIMEOUT_MS = 10_000;

/** The service as it calls itself. */
export interface OwnService {
  readonly baseUrl: string;
  readonly authorization: string;
}

type Answer = Readonly<Record<string, unknown>>;

/**
 * Fills an empty service with a simulated provider, some reservations and an instance, over its own interface: what the
 * demo shows is what any client could have done.
 *
 * @returns false when there already is something; nothing is changed then
 * @throws Error when the service refuses a request
 */
export async function seedDemo(service: OwnService, now: Instant): Promise<boolean> {
  if ((await zones(service)).length > 0) return false;
  const post = (path: string, body: object) => ask(service, path, body);
  const source = (await post('/add-provider', demoProvider))['provider-id'];
  await post('/increase-capacity', { source, ...demoPool });
  const at = (days: number): string => formatInstant(now - (now % 86_400) + days * 86_400);
  const reservations: Answer[] = [];
  for (const { path, body } of demoReservations(at)) reservations.push(await post(path, body));
  await post('/create-instance', { 'reservation-id': reservations[0]['reservation-id'], ...demoInstance });
  return true;
}

/** Whether the demo's zone exists already. */
export async function hasDemo(service: OwnService): Promise<boolean> {
  return (await zones(service)).some(({ zone }) => zone === DEMO_ZONE);
}

/** The first hundred will do. */
async function zones(service: OwnService): Promise<readonly Answer[]> {
  const { items } = await ask(service, '/zones?limit=100');
  return items as readonly Answer[];
}

async function ask({ baseUrl, authorization }: OwnService, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: authorization, 'Content-Type': 'application/json', Accept: 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const content = (await answer.json()) as Answer;
  if (answer.ok && (content.result ?? 'ok') === 'ok') return content;
  throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(content)}`);
}
