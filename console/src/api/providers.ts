import { useMutation, useQuery } from '@tanstack/react-query';
import type { Provider } from './records';
import { request } from './http';
import { operate } from './operation';
import { readAll, type Listed } from './paging';
import { useEffectOnLedger } from './reservations';
import { useMay } from './whoami';

const MAX_PROVIDERS = 1000;

export type Providers = Listed<Provider>;

/** Consumers may not see providers: for them there is no answer. */
export function useProviders(zone?: string, isWanted = true) {
  const enabled = useMay('see-providers') && isWanted;
  return useQuery({
    enabled,
    queryKey: ['providers', zone],
    queryFn: ({ signal }) => readAll<Provider>('/providers', { zone }, MAX_PROVIDERS, signal),
  });
}

/** How a provider is called where there is no room for its endpoint. */
export function providerName({ endpoint, tenant, region }: Provider): string {
  const host = new URL(endpoint).hostname;
  const detail = region ?? tenant?.name ?? tenant?.id;
  return detail ? `${host} (${detail})` : host;
}

export interface Registration {
  readonly 'provider-type': string;
  readonly endpoint: string;
  readonly username: string;
  readonly password: string;
  readonly region?: string;
  readonly zone?: string;
  readonly tenant?: { readonly name: string };
}

interface Registered {
  readonly 'provider-id': string;
  readonly message: string;
}

export function useAddProvider() {
  return useEffectOnLedger((registration: Registration) => operate<Registered>('add-provider', registration));
}

export function useDiscover() {
  return useEffectOnLedger((id: string) => request(`/providers/${id}/discover`, { method: 'post' }));
}

interface Withdrawn {
  readonly displaced: readonly string[];
}

/** Takes all capacity of a provider away, by force. */
export function useWithdraw() {
  return useEffectOnLedger((id: string) => request<Withdrawn>(`/providers/${id}/withdraw`, { body: {} }));
}

interface WithdrawalForeseen {
  readonly moved: readonly string[];
  readonly inConflict: readonly string[];
}

/** What it would displace. */
export function useRehearseWithdraw() {
  return useMutation({
    mutationFn: (id: string) =>
      request<WithdrawalForeseen>(`/providers/${id}/withdraw`, { body: { dryRun: true }, purpose: 'trial' }),
  });
}

export function useRetire() {
  return useEffectOnLedger((id: string) => request(providerPath(id), { method: 'delete' }));
}

/** Whether it could be retired. */
export function useRehearseRetire() {
  return useMutation({
    mutationFn: (id: string) =>
      request(providerPath(id), { method: 'delete', query: { dryRun: true }, purpose: 'trial' }),
  });
}

function providerPath(id: string): string {
  return `/providers/${encodeURIComponent(id)}`;
}
