import { formatTime, unwrap, type Schemas } from '@headroom/client';
import type { Context, Register } from '../context.js';
import { UsageError } from '../failures.js';
import { noteCut, withLimit } from '../lists.js';
import { fraction } from '../numbers.js';
import { periodOf } from '../period.js';
import { tableText } from '../table.js';
import { timeText } from '../times.js';

interface UsageOptions {
  readonly by: Schemas['Usage']['by'];
  readonly zone?: string;
  readonly from: string;
  readonly to: string;
  readonly csv?: boolean;
}

interface IdleOptions {
  readonly threshold: number;
  readonly zone?: string;
  readonly limit: number;
  readonly csv?: boolean;
}

/** Reservations that the service answers at once. */
const MOST_IDLE = 1000;

const AS_CSV = { headers: { accept: 'text/csv' }, parseAs: 'text' } as const;

export const addReport: Register = (program, handled) => {
  const report = program.command('report').description('show reserved, used and idle capacity');
  report
    .command('usage')
    .description('hours reserved, used and idle in a period')
    .option('--by <key>', 'a row per reservation, tenant, zone, provider or class', 'zone')
    .option('-z, --zone <zone>', 'only this zone')
    .option('--from <time>', 'start of the period', '-30d')
    .option('--to <time>', 'end of the period; + counts from its start', 'now')
    .option('--csv', 'print CSV')
    .action(handled(usage));
  withLimit(report.command('idle'), 'maximum number of reservations', 100)
    .description('live reservations on which little is drawn')
    .option(
      '--threshold <share>',
      'used share below which a reservation is listed, from 0 to 1',
      fraction,
      0.8,
    )
    .option('-z, --zone <zone>', 'only this zone')
    .option('--csv', 'print CSV')
    .action(handled(idle));
};

async function usage(context: Context, options: UsageOptions): Promise<void> {
  const { by, zone, csv } = options;
  const { from, to } = periodOf(options.from, options.to, { now: context.now });
  const { tenant } = context;
  const query = { by, zone, tenant, from: formatTime(from), to: formatTime(to) };
  const { http } = context.client;
  if (csv) {
    refuseJson(context);
    const text = await unwrap(http.GET('/reports/usage', { params: { query }, ...AS_CSV }));
    context.print(String(text));
    return;
  }
  const found = await unwrap(http.GET('/reports/usage', { params: { query } }));
  context.show(found, () => (found.rows.length === 0 ? 'Nothing was reserved.\n' : usageText(found.rows)));
}

/** @throws UsageError */
function refuseJson({ options }: Context): void {
  if (options.json) throw new UsageError('--csv and --json exclude each other');
}

function usageText(rows: Schemas['Usage']['rows']): string {
  return tableText(rows, {
    RESERVATION: ({ reservationId }) => reservationId,
    NAME: ({ name }) => name,
    TENANT: ({ tenant }) => tenant,
    ZONE: ({ zone }) => zone,
    PROVIDER: ({ providerId }) => providerId,
    CLASS: (row) => row.class,
    RESERVED: ({ reservedHours }) => hoursText(reservedHours),
    USED: ({ usedHours }) => hoursText(usedHours),
    IDLE: ({ idleHours }) => hoursText(idleHours),
    UNRESERVED: ({ unreservedHours }) => hoursText(unreservedHours),
    PEAK: ({ peak }) => peak,
    'IDLE SHARE': ({ idleShare }) => shareText(idleShare),
  });
}

async function idle(context: Context, { threshold, zone, limit, csv }: IdleOptions): Promise<void> {
  const query = { threshold, zone, tenant: context.tenant, limit };
  const { http } = context.client;
  if (csv) {
    refuseJson(context);
    const answer = await http.GET('/reports/idle', { params: { query }, ...AS_CSV });
    context.print(String(await unwrap(Promise.resolve(answer))));
    if (answer.response.headers.get('headroom-more') === 'true') noteCut(context, limit, MOST_IDLE);
    return;
  }
  const { reservations, more } = await unwrap(http.GET('/reports/idle', { params: { query } }));
  context.show(reservations, () =>
    reservations.length === 0 ? 'All live reservations are drawn on.\n' : idleText(reservations),
  );
  if (more) noteCut(context, limit, MOST_IDLE);
}

function idleText(reservations: Schemas['Idle']['reservations']): string {
  return tableText(reservations, {
    RESERVATION: ({ reservationId }) => reservationId,
    NAME: ({ name }) => name,
    TENANT: ({ tenant }) => tenant,
    ZONE: ({ zone }) => zone,
    START: ({ start }) => timeText(start),
    USED: ({ usedShare }) => shareText(usedShare),
    'IDLE HOURS': ({ idleHours }) => hoursText(idleHours),
  });
}

function hoursText(hours: number): string {
  return `${Math.round(hours * 10) / 10} h`;
}

function shareText(share: number | undefined): string | undefined {
  return share === undefined ? undefined : `${Math.round(share * 100)} %`;
}
