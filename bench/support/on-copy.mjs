import { startService } from './processes.mjs';

/**
 * Runs work with a service on a copy of a database that nobody uses, which is dropped afterwards: what is admitted there makes no
 * later measurement's zone larger.
 *
 * @param work is given the service and the URL of its database
 */
export async function onCopy(postgres, database, work) {
  const url = await postgres.copyDatabase(database, 'copy');
  const service = await startService(url);
  try {
    return await work(service, url);
  } finally {
    await service.stop();
    await postgres.dropDatabase('copy');
  }
}
