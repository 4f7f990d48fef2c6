import { startService } from '../support/service.js';

// Regression: each took a second connection within its transaction, until none was left.
it('more discoveries under keys at once than there are connections are answered', async () => {
  const service = await startService({ environment: { DATABASE_POOL: '2' } });
  try {
    const ids: string[] = [];
    for (let zone = 0; zone < 8; zone++)
      ids.push((await service.provider({ cores: 1 }, { zone: `discovered-${zone}` })).provider);
    const answers = await Promise.all(
      ids.map((id) => service.http.post(`/providers/${id}/discover`).set('Idempotency-Key', id)),
    );
    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
  } finally {
    await service.stop();
  }
});
