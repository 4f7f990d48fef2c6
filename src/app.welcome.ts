import { formatInstant, type Instant } from './kernel/time-window.js';
import { DEMO_ZONE } from './demo/demo-requests.js';

const DAY = 86_400;

export interface WelcomeFacts {
  readonly baseUrl: string;
  /** Of the embedded PostgreSQL; undefined with a database of the operator's own. */
  readonly dataDirectory?: string;
  /** The port that was wanted but busy. */
  readonly busyPort?: number;
  readonly hasDemo: boolean;
  /** The header with a credential, in which $KEY stands for it; undefined while none is needed. */
  readonly credential?: string;
  readonly now: Instant;
}

/** Text for a first start: addresses, and curl lines that work as they are, with authentication once KEY is set. */
export function welcome(facts: WelcomeFacts): string {
  const { baseUrl, dataDirectory, busyPort, hasDemo, credential } = facts;
  const lines = [
    '',
    ...(busyPort === undefined ? [] : [`Port ${busyPort} is in use, so this is another one:`]),
    `Headroom is ready at ${baseUrl} - its documentation at ${baseUrl}/docs`,
    ...(dataDirectory === undefined ? [] : [`It keeps its data in ${dataDirectory}`]),
    '',
    ...(credential === undefined ? [] : ['Set KEY to a credential, see docs/access.md.']),
    ...(hasDemo ? demoTour(facts) : emptyTour(facts)),
    '',
    'Ctrl-C stops it.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

/** The certificate may be a private one, or not name this address. */
function curlOf({ baseUrl, credential }: WelcomeFacts): string {
  const insecure = baseUrl.startsWith('https:') ? ' -k' : '';
  return `curl${insecure}${credential === undefined ? '' : ` -H "${credential}"`}`;
}

function demoTour(facts: WelcomeFacts): string[] {
  const { baseUrl, now } = facts;
  const curl = curlOf(facts);
  const midnight = now - (now % DAY);
  const reservation = {
    zone: DEMO_ZONE,
    start: formatInstant(midnight + DAY),
    end: formatInstant(midnight + 2 * DAY),
    capacity: { cores: '4', ram: '8192', instances: '2' },
  };
  return [
    `The zone '${DEMO_ZONE}' has a simulated cloud. How many of its cores are free now?`,
    `  ${curl} '${baseUrl}/capacity/compute/query?zoneId=${DEMO_ZONE}&computeResourceTypeId=cpuCores'`,
    'Reserve some of it for tomorrow:',
    `  ${curl} ${baseUrl}/create-reservation -H 'Content-Type: application/json' -d '${JSON.stringify(reservation)}'`,
    'See what is reserved:',
    `  ${curl} '${baseUrl}/reservations?limit=20'`,
  ];
}

function emptyTour(facts: WelcomeFacts): string[] {
  const { baseUrl } = facts;
  const curl = curlOf(facts);
  const provider = {
    'provider-type': 'simulated',
    endpoint: 'http://cloud.example:5000/v3',
    username: 'operator',
    password: 'secret',
    region: 'north',
  };
  return [
    'Is it ready for traffic?',
    `  ${curl} ${baseUrl}/readyz`,
    'Register a simulated cloud:',
    `  ${curl} ${baseUrl}/add-provider -H 'Content-Type: application/json' -d '${JSON.stringify(provider)}'`,
    'See the zones there are:',
    `  ${curl} ${baseUrl}/zones`,
  ];
}
