import { JsonLogger } from './json-logger.js';

function setup(level: ConstructorParameters<typeof JsonLogger>[0] = 'info') {
  const lines: Record<string, unknown>[] = [];
  const logger = new JsonLogger(level, { write: (line: string) => void lines.push(JSON.parse(line)) });
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

  it('tells what the framework says of its own start only when asked', () => {
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
