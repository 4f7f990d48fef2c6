import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which receiver a subscription names, in one spelling: a limit counts them. */
export class ReceiverOrigins1795540000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
  alter table subscriptions add column callback_origin text;
  comment on column subscriptions.callback_origin is 'scheme, host and port of callback_uri, normalized'`);
    await runner.query(`
  update subscriptions s
     set callback_origin = lower(part[1]) || '://' || lower(part[2])
                        || case when part[3] = case lower(part[1]) when 'https' then '443' else '80' end then ''
                                else coalesce(':' || part[3], '') end
    from (select id, regexp_match(callback_uri,
                                  '^(https?)://(?:[^/?#@]*@)?(\\[[^]]+\\]|[^][/:?#]*[^][/:?#.])[.]*(?::0*([0-9]+))?(?:[/?#]|$)',
                                  'i') as part
            from subscriptions) o
   where s.id = o.id and part is not null`);
    await runner.query(`
  create index subscriptions_receiver_idx on subscriptions (callback_origin, tenant)
   where callback_origin is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscriptions drop column callback_origin');
  }
}
