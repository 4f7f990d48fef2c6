import { JsonLogger } from './json-logger.js';

function setup(level: ConstructorParameters<typeof JsonLogger>[0] = 'info') {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = new JsonLogger(level, { destination, secrets: ['hunter2-hunter2'] });
  return { lines, logger };
}

describe('JsonLogger', () => {
  it('writes one line of JSON per event', () => {
    const { lines, logger } = setup();
    logger.warn('over\nthere', 'Somewhere');
    expect(lines).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        pid: process.pid,
        context: 'Somewhere',
        msg: 'over\nthere',
      },
    ]);
  });

  it('keeps the stack of an error apart from its message', () => {
    const { lines, logger } = setup();
    logger.error('it failed', 'Error: at x', 'Somewhere');
    logger.fatal(new TypeError('unforeseen'));
    expect(lines[0]).toMatchObject({ level: 'error', msg: 'it failed', stack: 'Error: at x' });
    expect(lines[1]).toMatchObject({
      level: 'fatal',
      msg: 'unforeseen',
      stack: expect.stringContaining('TypeError: unforeseen'),
    });
  });

  it('logs the start messages of the framework only at debug', () => {
    const quiet = setup('info');
    quiet.logger.log('Mapped {/livez, GET} route', 'RouterExplorer');
    quiet.logger.log('listening', 'Service');
    expect(quiet.lines.map(({ msg }) => msg)).toEqual(['listening']);
    const talkative = setup('debug');
    talkative.logger.log('Mapped {/livez, GET} route', 'RouterExplorer');
    expect(talkative.lines).toHaveLength(1);
  });

  it('says nothing when silent', () => {
    const { lines, logger } = setup('silent');
    logger.fatal('the end');
    expect(lines).toEqual([]);
  });
});

describe('a line with members', () => {
  it('has them beside its text', () => {
    const { lines, logger } = setup();
    logger.error({ msg: 'a request failed', requestId: 'r-1', status: 500 }, 'Error: at x', 'ErrorFilter');
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'error',
        msg: 'a request failed',
        requestId: 'r-1',
        status: 500,
        context: 'ErrorFilter',
        stack: 'Error: at x',
      }),
    ]);
  });
});

describe('a line in a trace', () => {
  it('has the ids of the trace beside its members', () => {
    const lines: unknown[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
    let ids: object | undefined = { trace_id: 'a', span_id: 'b' };
    const logger = new JsonLogger('info', { destination, traceIds: () => ids });
    logger.log({ msg: 'inside', requestId: 'r-1' }, 'Somewhere');
    ids = undefined;
    logger.log('outside', 'Somewhere');
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'inside', requestId: 'r-1', trace_id: 'a', span_id: 'b' }),
      expect.not.objectContaining({ trace_id: expect.anything() }),
    ]);
  });
});

describe('a secret', () => {
  it('is in no line, wherever it came from', () => {
    const { lines, logger } = setup('trace');
    const secret = 'hunter2-hunter2';
    logger.log(`it is ${secret}`, 'Somewhere');
    logger.verbose({ msg: secret, member: `x ${secret}` });
    logger.error('failed', `Error: ${secret}\n at x`, 'Somewhere');
    logger.fatal(new Error(secret));
    logger.debug({ password: 'another one' });
    expect(lines).toHaveLength(5);
    expect(JSON.stringify(lines)).not.toMatch(/hunter2|another one/);
  });
});
