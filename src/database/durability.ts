import type { DataSource } from 'typeorm';

const SETTINGS: readonly string[] = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Those settings of PostgreSQL that are off although a crash may then lose what it has acknowledged. */
export async function settingsThatLose(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>(
    `select name from pg_settings where name = any ($1) and setting = 'off' order by name`,
    [SETTINGS],
  );
  return rows.map(({ name }) => name);
}
