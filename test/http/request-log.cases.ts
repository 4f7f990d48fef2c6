import { Logger } from '@nestjs/common';
import { request } from 'undici';
import { JsonLogger } from '../../src/logging/json-logger.js';
import { eventually } from '../support/eventually.js';
import { startEdgeApp, type EdgeApp } from './edge-app.js';

type Line = Readonly<Record<string, unknown>>;

const opened: EdgeApp[] = [];

async function setup(level: 'info' | 'debug') {
  const lines: Line[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
  const logger = new JsonLogger(level, { destination });
  Logger.overrideLogger(logger.levels);
  const edge = await startEdgeApp(undefined, logger);
  opened.push(edge);
  const send = async (path: string, body: object, id: string): Promise<void> => {
    const headers = { 'content-type': 'application/json', 'x-request-id': id };
    const answer = await request(edge.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.body.dump();
  };
  const linesOf = (id: string) => lines.filter(({ requestId }) => requestId === id);
  return { lines, send, linesOf };
}

describe('request log', () => {
  afterAll(async () => {
    await Promise.all(opened.map((edge) => edge.close()));
  });

  it('has a line for each request at debug, with its id and the template of its route', async () => {
    const { send, linesOf } = await setup('debug');
    await send('/create-reservation', {}, 'taken');
    await send('/create-reservation', { throw: 'conflict' }, 'too-much');
    await send('/nowhere/with/secrets', {}, 'lost');
    await eventually(() => Promise.resolve(expect(linesOf('lost')).toHaveLength(1)));
    expect(linesOf('taken')).toEqual([
      {
        level: 'debug',
        time: expect.any(String),
        pid: process.pid,
        context: 'Request',
        msg: 'request answered',
        requestId: 'taken',
        method: 'POST',
        route: '/create-reservation',
        status: 200,
        result: 'ok',
        milliseconds: expect.any(Number),
      },
    ]);
    expect(linesOf('too-much')).toMatchObject([
      { status: 200, result: 'conflict', code: 'capacity-exceeded' },
    ]);
    expect(linesOf('lost')).toMatchObject([{ route: 'unmatched', status: 404, result: 'refused' }]);
  });

  it('has no lines at info, except unexpected errors with the id of their request', async () => {
    const { lines, send, linesOf } = await setup('info');
    await send('/create-reservation', {}, 'taken');
    await send('/reservation/compute/create', { throw: 'bug' }, 'broken');
    await eventually(() => Promise.resolve(expect(linesOf('broken')).toHaveLength(1)));
    expect(linesOf('broken')).toMatchObject([
      {
        level: 'error',
        context: 'ErrorFilter',
        msg: 'a request failed',
        method: 'POST',
        route: '/reservation/compute/create',
        stack: expect.stringContaining('Error: '),
      },
    ]);
    expect(lines.filter(({ context }) => context === 'Request')).toEqual([]);
  });

  it('says once at a time why the database cannot serve requests', async () => {
    const { lines, send } = await setup('info');
    for (const id of ['first', 'second']) await send('/create-reservation', { throw: 'disk-full' }, id);
    await send('/create-reservation', { throw: 'lost' }, 'third');
    const reasons = () => lines.filter(({ context }) => context === 'Database');
    await eventually(() => Promise.resolve(expect(reasons()).toHaveLength(2)));
    expect(reasons()).toMatchObject([
      {
        level: 'warn',
        requestId: 'first',
        msg: 'requests are answered database-unavailable: could not extend file "base/5/1": No space left on device (53100)',
      },
      { level: 'warn', requestId: 'third', msg: expect.stringMatching(/\(57P01\)$/) },
    ]);
  });
});
