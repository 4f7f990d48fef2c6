import type { Configuration } from '../config/configuration.js';
import { originOf } from '../subscriptions/callback.js';

type Default = Pick<Configuration, 'callbackDefaultUri'>;

/** Where notifications go: the subscription's own address, else the service's default; undefined: nowhere. */
export function callbackAddress(
  own: string | undefined,
  { callbackDefaultUri }: Default,
): string | undefined {
  return own ?? callbackDefaultUri;
}

/** The unit of the limit on requests in flight: scheme, host and port, as `SUBSCRIPTIONS_PER_ORIGIN` counts them. */
export function endpointOf(own: string | undefined, configuration: Default): string | undefined {
  const address = callbackAddress(own, configuration);
  return address === undefined ? undefined : originOf(address);
}
