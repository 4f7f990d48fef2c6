import { databaseUrls } from './database-url.js';

describe('databaseUrls', () => {
  it('leaves the URL of one server as it is', () => {
    const url = 'postgres://u:p%40ss@db:5433/headroom?sslmode=require';
    expect(databaseUrls(url)).toEqual([url]);
    expect(databaseUrls('postgres:///headroom?host=/run/postgresql')).toHaveLength(1);
  });

  it('gives each host of a list the rest of the URL', () => {
    expect(
      databaseUrls('postgresql://u:p@ss@one:5432,two,[::1]:5434/headroom?target_session_attrs=read-write'),
    ).toEqual([
      'postgresql://u:p@ss@one:5432/headroom?target_session_attrs=read-write',
      'postgresql://u:p@ss@two/headroom?target_session_attrs=read-write',
      'postgresql://u:p@ss@[::1]:5434/headroom?target_session_attrs=read-write',
    ]);
  });

  it.each([
    'mysql://u:s3cret@db/headroom',
    'postgres://u:s3cret@one,/headroom',
    'postgres://u:s3cret@one:5432,two:port/headroom',
    'postgres://u:s3cret@one,two/headroom?target_session_attrs=standby',
    's3cret',
  ])('refuses %s without repeating it', (url) => {
    expect(() => databaseUrls(url)).toThrow('target_session_attrs');
    expect(() => databaseUrls(url)).not.toThrow('s3cret');
  });
});
