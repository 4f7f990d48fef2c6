import { Select, type SelectProps } from '@mantine/core';
import { useState } from 'react';
import { useZones } from '../api/zones';

/** A list of fewer is seen at a glance. */
const SEARCHABLE_FROM = 9;

interface ZoneFieldProps extends Omit<SelectProps, 'data' | 'value' | 'onChange'> {
  readonly value?: string;
  readonly onChange: (zone?: string) => void;
}

/** A zone, or none. Where there are more zones than are read, others can be typed. */
export function ZoneField({ value, onChange, ...shown }: ZoneFieldProps) {
  const { data } = useZones();
  const [typed, setTyped] = useState('');
  const zones = new Set(data?.items.map(({ zone }) => zone));
  if (value !== undefined) zones.add(value);
  if (data?.isCut && typed !== '') zones.add(typed);
  return (
    <Select
      clearable
      searchable={data?.isCut || zones.size >= SEARCHABLE_FROM}
      nothingFoundMessage={
        data?.isCut ? 'Type the whole name: not all zones are listed' : 'None of this name'
      }
      onSearchChange={setTyped}
      data={[...zones]}
      value={value ?? null}
      onChange={(zone) => onChange(zone ?? undefined)}
      {...shown}
    />
  );
}
