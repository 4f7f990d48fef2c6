import { register } from 'node:module';

/** Loaded into a service process before anything else (`--import`). Makes the mistake that PROVE_BREAK names. */
register('./break-hooks.mjs', import.meta.url, { data: process.env.PROVE_BREAK });
