import { randomBytes } from 'node:crypto';

/** What the build writes where the nonce goes; see console/vite.config.ts. */
const NONCE_PLACE = 'CSP_NONCE';

export interface ConsolePage {
  readonly html: string;
  /** Content-Security-Policy */
  readonly policy: string;
}

/**
 * Scripts come from this service alone, and none is inline. The component library writes style elements, which need the nonce of
 * this answer.
 */
export function consolePage(index: Buffer): ConsolePage {
  const nonce = randomBytes(16).toString('base64');
  return { html: index.toString('utf8').replaceAll(NONCE_PLACE, nonce), policy: policyWith(nonce) };
}

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
