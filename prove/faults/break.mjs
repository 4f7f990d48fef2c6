import { register } from 'node:module';

/** Loaded into a service process before anything else (`--import`): makes PROVE_BREAK's mistake. */
register('./break-hooks.mjs', import.meta.url, { data: process.env.PROVE_BREAK });
