import { awaitDatabase } from './await-database.js';

function failing(...errors: readonly Error[]): () => Promise<string> {
  const left = [...errors];
  return () => {
    const error = left.shift();
    return error ? Promise.reject(error) : Promise.resolve('done');
  };
}

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code });

describe('awaitDatabase', () => {
  it.each([
    ['is not started yet', coded('connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED')],
    ['starts up', coded('the database system is starting up', '57P03')],
    ['is a standby that is about to take over', coded('db:5432 is a standby', '25006')],
    ['keeps silent', new Error('timeout expired')],
  ])('tries again while the database %s, and says why', async (_, error) => {
    const reasons: string[] = [];
    const result = await awaitDatabase('DATABASE_URL', failing(error), (reason) => reasons.push(reason));
    expect(result).toBe('done');
    expect(reasons).toEqual([`the database can't be reached, trying again: ${error.message}`]);
  });

  it('names the reasons of all addresses of a host', async () => {
    const refused = ['::1', '127.0.0.1'].map((host) => coded(`connect ECONNREFUSED ${host}`, 'ECONNREFUSED'));
    const error = Object.assign(new AggregateError(refused), { code: 'ECONNREFUSED' });
    const reasons: string[] = [];
    await awaitDatabase('DATABASE_URL', failing(error), (reason) => reasons.push(reason));
    expect(reasons).toEqual([expect.stringContaining('ECONNREFUSED ::1, connect ECONNREFUSED 127.0.0.1')]);
  });

  it.each([
    coded('password authentication failed for user "headroom"', '28P01'),
    coded('database "nowhere" does not exist', '3D000'),
  ])('does not try again after: $message', async (error) => {
    const onRetry = jest.fn();
    await expect(awaitDatabase('DATABASE_URL', failing(error), onRetry)).rejects.toThrow(
      `DATABASE_URL: the database can't be used: ${error.message}`,
    );
    expect(onRetry).not.toHaveBeenCalled();
  });

  it('says what to set behind a pooler that refuses settings', async () => {
    const error = coded('unsupported startup parameter: statement_timeout', '08P01');
    await expect(awaitDatabase('DATABASE_URL', failing(error), jest.fn())).rejects.toThrow(
      'DATABASE_SETTINGS=role',
    );
  });
});
