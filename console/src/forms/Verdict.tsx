import { Alert, Button, Group, List, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Offer } from '../api/operation';
import { ApiError } from '../api/api-error';
import type { Amounts } from '../kernel/amounts';
import { Foreseen } from './Foreseen';
import { MessageText } from './MessageText';
import { OfferButtons } from './OfferButtons';
import { useKeptFocus } from './use-kept-focus';
import type { Flow } from './use-rehearsed';

export interface VerdictProps {
  readonly flow: Flow;
  /** What the button does, as in `Cancel the reservation`. */
  readonly doing: string;
  readonly isDangerous?: boolean;
  readonly onMost?: (most: Amounts) => void;
  readonly onNext?: (window: NonNullable<Offer['nextWindow']>) => void;
  /** What to do next, once it is done. */
  readonly after?: ReactNode;
}

/** Check first, then do it; what the service answers stands between the two. Part of a form, see `RehearsedForm`. */
export function Verdict({ flow, doing, isDangerous = false, onMost, onNext, after }: VerdictProps) {
  const { rehearsal, result, error, isBusy, check } = flow;
  const answer = result ?? rehearsal;
  const wouldDo = rehearsal?.outcome === 'done' && !result;
  const around = useKeptFocus(isBusy);
  return (
    <Stack gap="sm" ref={around} tabIndex={-1}>
      {error && <Refusal error={error} />}
      {answer?.outcome === 'conflict' && (
        <Alert color="orange" title={result ? 'Refused' : 'This would be refused'} role="alert">
          <MessageText text={answer.message} />
          {answer.offer && <OfferButtons offer={answer.offer} onMost={onMost} onNext={onNext} />}
        </Alert>
      )}
      {result?.outcome === 'done' && (
        <Alert color="teal" title="Done" role="status">
          <MessageText text={result.answer.message} />
          {after}
        </Alert>
      )}
      {wouldDo && <Foreseen answer={rehearsal.answer} />}
      <Group gap="xs">
        <Button
          size="sm"
          variant="default"
          loading={isBusy && !wouldDo}
          onClick={({ currentTarget: { form } }) => (!form || form.reportValidity()) && check()}
        >
          Check first
        </Button>
        <Button
          type="submit"
          size="sm"
          color={isDangerous ? 'red' : undefined}
          disabled={isBusy || result?.outcome === 'done'}
        >
          {doing}
        </Button>
      </Group>
    </Stack>
  );
}

/** Each member that is wrong, in the words of the service. */
export function Refusal({ error }: { readonly error: Error }) {
  const { errors, isDecided } = error instanceof ApiError ? error : { errors: [], isDecided: false };
  return (
    <Alert color="red" title={isDecided ? 'This cannot be done' : 'Try again'} role="alert">
      {errors.length > 1 ? (
        <List size="sm">
          {errors.map(({ detail }) => (
            <List.Item key={detail}>
              <MessageText text={detail} />
            </List.Item>
          ))}
        </List>
      ) : (
        <MessageText text={error.message} />
      )}
    </Alert>
  );
}
