import { Select } from '@mantine/core';
import { providerName, useProviders } from '../api/providers';
import { useViewSearch } from '../view-search';

/** Absent where there is nothing to choose, or the key may not see providers. */
export function ProviderSelect() {
  const { search, update } = useViewSearch();
  const { data } = useProviders(search.zone);
  const shown = (data?.items ?? []).filter(({ state }) => state !== 'retired');
  if (shown.length === 0) return null;
  return (
    <Select
      size="xs"
      w={210}
      aria-label="Provider"
      placeholder="All providers"
      clearable
      searchable={shown.length > 8}
      nothingFoundMessage={data?.isCut ? 'Not among the first ones: choose a zone' : 'None of this name'}
      data={shown.map((provider) => ({ value: provider.providerId, label: providerName(provider) }))}
      value={search.provider ?? null}
      onChange={(provider) => update({ provider: provider ?? undefined })}
    />
  );
}
