import { Alert, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { operate, type Outcome } from '../api/operation';
import type { CapacityChange } from '../api/pools';
import { Reservations } from '../forms/Foreseen';
import type { Rehearsed } from '../forms/use-rehearsed';

const DEBOUNCE_MS = 400;

/** The reservations that a decrease would displace if it were forced, by a dry run of the service. */
export function Victims({ change }: { readonly change: CapacityChange }) {
  const [settled] = useDebouncedValue(change, DEBOUNCE_MS);
  const { data } = useQuery({
    queryKey: ['capacity', 'victims', settled],
    queryFn: (): Promise<Outcome<Rehearsed>> =>
      operate<Rehearsed>('decrease-capacity', { ...settled, force: true, 'dry-run': true }),
    enabled: Object.keys(settled.capacity).length > 0,
  });
  if (data?.outcome !== 'done') return null;
  const { moved = [], 'in-conflict': lost = [] } = data.answer;
  return (
    <Displaced moved={moved} lost={lost}>
      <Text size="sm">Without force the service refuses it.</Text>
    </Displaced>
  );
}

interface DisplacedProps {
  readonly moved: readonly string[];
  readonly lost: readonly string[];
  readonly children?: ReactNode;
}

export function Displaced({ moved, lost, children }: DisplacedProps) {
  if (moved.length + lost.length === 0) return null;
  return (
    <Alert color="orange" title="It would take capacity that is promised" role="status">
      <Reservations ids={moved} becomes="would be placed anew in their zone" />
      <Reservations ids={lost} becomes="would lose their capacity" isGrave />
      {children}
    </Alert>
  );
}
