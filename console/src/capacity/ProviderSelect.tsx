import { Select } from '@mantine/core';
import { providerName, useProviders } from '../api/providers';
import { useViewSearch } from '../view-search';

/** Absent where there is nothing to choose, or the key may not see providers. */
export function ProviderSelect() {
  const { search, update } = useViewSearch();
  const { data = [] } = useProviders();
  const shown = data.filter(
    ({ zone, state }) => state !== 'retired' && (!search.zone || zone === search.zone),
  );
  if (shown.length === 0) return null;
  return (
    <Select
      size="xs"
      w={210}
      aria-label="Provider"
      placeholder="All providers"
      clearable
      searchable={shown.length > 8}
      data={shown.map((provider) => ({ value: provider.providerId, label: providerName(provider) }))}
      value={search.provider ?? null}
      onChange={(provider) => update({ provider: provider ?? undefined })}
    />
  );
}
