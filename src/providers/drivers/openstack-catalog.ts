import { isPlainObject } from '../../kernel/plain-object.js';
import { MAX_ENDPOINT_LENGTH } from '../registration.js';
import { PlatformRefused } from './driver.js';
import { listAt, objectAt, readable } from './openstack-shapes.js';

/** The services that the driver calls, each with its names in catalogs. */
const SERVICE_TYPES = {
  compute: ['compute'],
  network: ['network'],
  volume: ['volumev3', 'block-storage'],
} as const;

/** Maximum of regions that an error lists. */
const MAX_NAMED = 20;

export type ServiceName = keyof typeof SERVICE_TYPES;

interface Endpoint {
  readonly type: string;
  readonly region: string;
  readonly url: string;
}

/** The endpoints of one region's services. */
export class OpenstackCatalog {
  private constructor(
    private readonly endpoints: readonly Endpoint[],
    private readonly region: string,
    private readonly needsTls: boolean,
  ) {}

  /**
   * @param region absent: the only one
   * @param identity where the catalog came from: if that is TLS, services without TLS are refused
   * @throws PlatformRefused when there is no compute service, or no region is named and there are several
   */
  static read(content: unknown, region: string | undefined, identity: URL): OpenstackCatalog {
    const endpoints = listAt(content, 'service catalog').flatMap(publicEndpoints);
    const regions = [...new Set(of(endpoints, 'compute').map((endpoint) => endpoint.region))];
    const names = regions.slice(0, MAX_NAMED).join(', ') || 'none';
    if (region !== undefined && !regions.includes(region)) {
      throw new PlatformRefused(
        `no public compute endpoint in region '${region}'; regions that have one: ${names}`,
      );
    }
    if (region === undefined && regions.length !== 1) {
      throw new PlatformRefused(`a 'region' is needed; regions with a public compute endpoint: ${names}`);
    }
    return new OpenstackCatalog(endpoints, region ?? regions[0], identity.protocol === 'https:');
  }

  /**
   * The public address of a service, undefined where the platform has none.
   *
   * @throws PlatformRefused for an address that the guard forbids
   */
  baseOf(service: ServiceName): URL | undefined {
    const found = of(this.endpoints, service).find(({ region }) => region === this.region);
    if (!found) return undefined;
    const isShort = found.url.length <= MAX_ENDPOINT_LENGTH;
    const url = isShort && URL.canParse(found.url) ? new URL(found.url) : undefined;
    const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && !this.needsTls);
    if (url && isWeb && url.username === '' && url.password === '') return url;
    throw new PlatformRefused(
      `the catalog's ${service} endpoint is no ${this.needsTls ? 'https' : 'http(s)'} address`,
    );
  }
}

function of(endpoints: readonly Endpoint[], service: ServiceName): Endpoint[] {
  const types: readonly string[] = SERVICE_TYPES[service];
  return types.flatMap((type) => endpoints.filter((endpoint) => endpoint.type === type));
}

function publicEndpoints(service: unknown): Endpoint[] {
  const { type, endpoints } = objectAt(service, 'service in the catalog');
  if (typeof type !== 'string' || !Array.isArray(endpoints)) return [];
  return endpoints.filter(isPlainObject).flatMap((endpoint) => {
    const { interface: face, url } = endpoint;
    const region = readable(endpoint.region_id ?? endpoint.region);
    return face === 'public' && typeof url === 'string' && region ? [{ type, region, url }] : [];
  });
}

/** A path below the base of a service, with or without a slash at the base's end. */
export function below(base: URL, path: string): URL {
  return new URL(`${base.origin}${base.pathname.replace(/\/+$/, '')}${path}`);
}
