import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { KeyedTurns } from '../kernel/keyed-turns.js';

const HOSTS_FILE = '/etc/hosts';
/** Of the first attempt; the second one has twice as long. */
const ATTEMPT_MS = 1_000;
const ATTEMPTS = 2;
/** No connection waits longer for a name. */
const MAX_QUEUED_MS = 5_000;

/**
 * Resolves names that clients choose. The system's lookup occupies a thread for as long as a name server keeps silent, and two
 * such lookups leave the process none, not even for the name of its database. So the DNS is asked directly, without a thread.
 */
export class NameResolver {
  /** One at a time: it may occupy one of those two threads. */
  private readonly systemTurns = new KeyedTurns();

  /** @param servers of the DNS, as `address:port`; absent: those of the system */
  constructor(
    private readonly servers?: readonly string[],
    private readonly lookup: (name: string) => Promise<LookupAddress[]> = lookupBySystem,
  ) {}

  async addressesOf(name: string): Promise<LookupAddress[]> {
    // Asked first by the system too, which then asks nothing else.
    if (await isInHostsFile(name)) return this.lookup(name);
    // Not kept: it would not see a change of the system's servers.
    const dns = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
    if (this.servers) dns.setServers(this.servers);
    const [ipv4, ipv6] = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
    const found = [...addressesIn(ipv4, 4), ...addressesIn(ipv6, 6)];
    if (found.length > 0) return found;
    const failures = [ipv4, ipv6].flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as Error] : [],
    );
    const silence = failures.find((error) => (error as NodeJS.ErrnoException).code === 'ETIMEOUT');
    if (silence) throw silence;
    // By its search domains, for instance. Some servers answer a name without a dot with a failure.
    return this.lookupInTurn(name);
  }

  /** Drops a lookup that its caller no longer waits for, so that one name with slow name servers delays few others. */
  private lookupInTurn(name: string): Promise<LookupAddress[]> {
    const queuedAt = performance.now();
    return this.systemTurns.run('system', () => {
      if (performance.now() - queuedAt > MAX_QUEUED_MS) throw new Error(`${name} was not looked up in time`);
      return this.lookup(name);
    });
  }
}

function addressesIn(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}

async function isInHostsFile(name: string): Promise<boolean> {
  const lines = (await readFile(HOSTS_FILE, 'utf8').catch(() => '')).split('\n');
  return lines.some((line) => line.replace(/#.*/, '').toLowerCase().split(/\s+/).slice(1).includes(name));
}

function lookupBySystem(name: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(name, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });
}
