import { Alert, List, Text } from '@mantine/core';
import { describeAmounts } from '../kernel/amounts';
import { RecordLink } from '../shell/RecordLink';
import type { Rehearsed } from './use-rehearsed';

const SHOWN = 8;

/** What the service says would happen. */
export function Foreseen({ answer }: { readonly answer: Rehearsed }) {
  const { placement, occurrences, moved = [], admitted = [] } = answer;
  const again = answer['admitted-again'] ?? [];
  const lost = answer['in-conflict'] ?? [];
  return (
    <Alert color="teal" title="This would be accepted" role="status">
      {answer.state === 'waiting' && <Text size="sm">It does not fit now: it would wait.</Text>}
      {placement && placement.claims.length > 0 && (
        <Text size="sm">
          In zone {placement.zone}, backed by {counted(placement.claims.length, 'provider')}:{' '}
          {placement.claims.map(({ capacity }) => describeAmounts(capacity)).join('; ')}
        </Text>
      )}
      {occurrences && <Text size="sm">All {occurrences.length} occurrences would fit.</Text>}
      <Reservations ids={moved} becomes="would be placed anew in their zone" />
      <Reservations ids={lost} becomes="would lose their capacity" isGrave />
      <Reservations ids={again} becomes="would be admitted again" />
      <Reservations ids={admitted} becomes="would be admitted" />
      <Text size="sm">Nothing has been changed yet.</Text>
    </Alert>
  );
}

interface ReservationsProps {
  readonly ids: readonly string[];
  readonly becomes: string;
  readonly isGrave?: boolean;
}

/** Reservations that a change concerns, the first ones by name. */
export function Reservations({ ids, becomes, isGrave = false }: ReservationsProps) {
  if (ids.length === 0) return null;
  return (
    <>
      <Text size="sm" fw={isGrave ? 600 : undefined}>
        {counted(ids.length, 'reservation')} {becomes}:
      </Text>
      <List size="sm">
        {ids.slice(0, SHOWN).map((id) => (
          <List.Item key={id}>
            <RecordLink id={id} />
          </List.Item>
        ))}
        {ids.length > SHOWN && <List.Item>and {ids.length - SHOWN} more</List.Item>}
      </List>
    </>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
