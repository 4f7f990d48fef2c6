import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import type { Offer } from '../api/operation';
import { ApiError } from '../api/http';
import { describeAmounts, type Amounts } from '../kernel/amounts';
import { OfferButtons } from './OfferButtons';
import { CAN_REHEARSE, type Flow, type Rehearsed } from './use-rehearsed';

export interface VerdictProps {
  readonly flow: Flow;
  /** What the button does, as in `Cancel the reservation`. */
  readonly doing: string;
  readonly isDangerous?: boolean;
  readonly onMost?: (most: Amounts) => void;
  readonly onNext?: (window: NonNullable<Offer['nextWindow']>) => void;
}

/** Check first, then do it; what the service answers stands between the two. */
export function Verdict({ flow, doing, isDangerous = false, onMost, onNext }: VerdictProps) {
  const { rehearsal, result, error, isBusy, check, go } = flow;
  const answer = result ?? rehearsal;
  const wouldDo = rehearsal?.outcome === 'done' && !result;
  return (
    <Stack gap="sm">
      {error && <Refusal error={error} />}
      {answer?.outcome === 'conflict' && (
        <Alert color="orange" title={result ? 'Refused' : 'This would be refused'} role="alert">
          <Text size="sm">{answer.message}</Text>
          {answer.offer && <OfferButtons offer={answer.offer} onMost={onMost} onNext={onNext} />}
        </Alert>
      )}
      {result?.outcome === 'done' && (
        <Alert color="teal" title="Done" role="status">
          {result.answer.message}
        </Alert>
      )}
      {wouldDo && <Foreseen answer={rehearsal.answer} />}
      <Group gap="xs">
        {CAN_REHEARSE && (
          <Button size="sm" variant="default" loading={isBusy && !wouldDo} onClick={check}>
            Check first
          </Button>
        )}
        <Button size="sm" color={isDangerous ? 'red' : undefined} disabled={isBusy} onClick={go}>
          {doing}
        </Button>
      </Group>
    </Stack>
  );
}

/** Each member that is wrong, in the words of the service. */
export function Refusal({ error }: { readonly error: Error }) {
  const errors = error instanceof ApiError ? error.errors : [];
  return (
    <Alert color="red" title="This cannot be done" role="alert">
      {errors.length > 1 ? (
        <List size="sm">
          {errors.map(({ detail }) => (
            <List.Item key={detail}>{detail}</List.Item>
          ))}
        </List>
      ) : (
        <Text size="sm">{error.message}</Text>
      )}
    </Alert>
  );
}

function Foreseen({ answer }: { readonly answer: Rehearsed }) {
  const { placement, moved = [], 'in-conflict': inConflict = [] } = answer;
  return (
    <Alert color="teal" title="This would be accepted" role="status">
      {placement && (
        <Text size="sm">
          In zone {placement.zone}, backed by {placement.claims.length}{' '}
          {placement.claims.length === 1 ? 'provider' : 'providers'}:{' '}
          {placement.claims.map(({ capacity }) => describeAmounts(capacity)).join('; ')}
        </Text>
      )}
      {moved.length > 0 && (
        <Text size="sm">{moved.length} reservations would be moved to other providers.</Text>
      )}
      {inConflict.length > 0 && (
        <Text size="sm" fw={600}>
          {inConflict.length} {inConflict.length === 1 ? 'reservation' : 'reservations'} would lose their
          capacity.
        </Text>
      )}
      <Text size="sm">Nothing has been changed yet.</Text>
    </Alert>
  );
}
