import { ZoneField } from '../forms/ZoneField';
import { useViewSearch } from '../view-search';

/** The zone of the page; none is the whole service. */
export function ZoneSelect({ onChange }: { readonly onChange?: () => void }) {
  const { search, update } = useViewSearch();
  return (
    <ZoneField
      size="xs"
      w={170}
      aria-label="Zone"
      placeholder="All zones"
      value={search.zone}
      onChange={(zone) => {
        update({ zone, provider: undefined });
        onChange?.();
      }}
    />
  );
}
