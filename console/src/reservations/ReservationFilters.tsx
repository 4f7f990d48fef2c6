import { Button, Group, Select, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ProviderSelect } from '../capacity/ProviderSelect';
import { useViewSearch } from '../view-search';
import { STATES } from './states';

const KINDS = ['compute', 'containers', 'network', 'storage', 'mixed'];

/** All of them are in the address bar, so a view can be shared. */
export function ReservationFilters() {
  const { search, update } = useViewSearch();
  const { state, kind, tenant, label, provider } = search;
  const isFiltered = [state, kind, tenant, label, provider].some(Boolean);
  return (
    <Group gap="xs">
      <Select
        size="xs"
        w={130}
        aria-label="State"
        placeholder="Any state"
        clearable
        data={[...STATES]}
        value={state ?? null}
        onChange={(chosen) => update({ state: chosen ?? undefined })}
      />
      <Select
        size="xs"
        w={130}
        aria-label="Kind"
        placeholder="Any kind"
        clearable
        data={KINDS}
        value={kind ?? null}
        onChange={(chosen) => update({ kind: chosen ?? undefined })}
      />
      <ProviderSelect />
      <WordFilter label="Tenant" value={tenant} onChange={(chosen) => update({ tenant: chosen })} />
      <WordFilter
        label="Label"
        placeholder="key:value"
        value={label}
        onChange={(chosen) => update({ label: chosen })}
      />
      {isFiltered && (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={() =>
            update({
              state: undefined,
              kind: undefined,
              tenant: undefined,
              label: undefined,
              provider: undefined,
            })
          }
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}

interface WordFilterProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly onChange: (value: string | undefined) => void;
}

/** Takes effect when the field is left or Enter is pressed, not at each letter. */
function WordFilter({ label, placeholder = label, value = '', onChange }: WordFilterProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const commit = (): void => onChange(typed.trim() || undefined);
  return (
    <TextInput
      size="xs"
      w={130}
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === 'Enter' && commit()}
    />
  );
}
