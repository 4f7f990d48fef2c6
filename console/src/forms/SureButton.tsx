import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeptFocus } from './use-kept-focus';
import { Refusal } from './Verdict';

export interface SureButtonProps<I, O> {
  readonly id: I;
  /** What the button does, as in `Retire`. */
  readonly doing: string;
  /** Shown before the second press. */
  readonly consequence?: string;
  /** Absent where the service has no dry run. */
  readonly rehearsal?: UseMutationResult<unknown, Error, I>;
  readonly effect: UseMutationResult<O, Error, I>;
  readonly onDone?: (answer: O) => void;
}

/** Asks the service whether it would be done, and does it at the second press. */
export function SureButton<I, O>(props: SureButtonProps<I, O>) {
  const { id, doing, consequence = 'It could be done.', rehearsal, effect, onDone } = props;
  const [isAsked, setAsked] = useState(false);
  const around = useKeptFocus(Boolean(rehearsal?.isPending) || effect.isPending);
  const turn = (isOn: boolean): void => {
    setAsked(isOn);
    // The button that had the focus is replaced by others.
    around.current?.focus();
  };
  const ask = (): void => {
    effect.reset();
    turn(true);
    rehearsal?.mutate(id);
  };
  const leave = (): void => {
    rehearsal?.reset();
    turn(false);
  };
  const refused = effect.error ?? (isAsked ? rehearsal?.error : null);
  return (
    <Stack gap={4} ref={around} tabIndex={-1}>
      {refused && <Refusal error={refused} />}
      {isAsked && rehearsal?.isSuccess !== false ? (
        <Group gap={4} role="group" aria-label={`${doing}: sure?`}>
          <Text size="xs">{consequence}</Text>
          <Button
            size="compact-xs"
            color="red"
            loading={effect.isPending}
            onClick={() =>
              effect.mutate(id, {
                onSuccess: (answer) => {
                  leave();
                  onDone?.(answer);
                },
              })
            }
          >
            Yes, {doing.toLowerCase()}
          </Button>
          <Button size="compact-xs" variant="default" onClick={leave}>
            No
          </Button>
        </Group>
      ) : (
        <Button size="compact-xs" variant="default" loading={rehearsal?.isPending} onClick={ask}>
          {doing}…
        </Button>
      )}
    </Stack>
  );
}
