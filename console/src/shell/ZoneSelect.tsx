import { Select } from '@mantine/core';
import { useZones } from '../api/zones';
import { useViewSearch } from '../view-search';

/** The zone of the page; none is the whole service. */
export function ZoneSelect({ onChange }: { readonly onChange?: () => void }) {
  const { data = [] } = useZones();
  const { search, update } = useViewSearch();
  return (
    <Select
      size="xs"
      w={170}
      aria-label="Zone"
      placeholder="All zones"
      clearable
      searchable={data.length > 8}
      data={data.map(({ zone }) => zone)}
      value={search.zone ?? null}
      onChange={(zone) => {
        update({ zone: zone ?? undefined, provider: undefined });
        onChange?.();
      }}
    />
  );
}
