import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useKeptFocus } from './use-kept-focus';
import { Refusal } from './Verdict';

export interface SureButtonProps<I> {
  readonly id: I;
  /** What the button does, as in `Retire`. */
  readonly doing: string;
  readonly rehearsal: UseMutationResult<unknown, Error, I>;
  readonly effect: UseMutationResult<unknown, Error, I>;
}

/** Asks the service whether it would be done, and does it at the second press. */
export function SureButton<I>({ id, doing, rehearsal, effect }: SureButtonProps<I>) {
  const [isAsked, setAsked] = useState(false);
  const around = useKeptFocus(rehearsal.isPending || effect.isPending);
  const ask = (): void => {
    effect.reset();
    setAsked(true);
    rehearsal.mutate(id);
  };
  const leave = (): void => {
    setAsked(false);
    rehearsal.reset();
    around.current?.focus();
  };
  const refused = effect.error ?? (isAsked ? rehearsal.error : null);
  return (
    <Stack gap={4} ref={around} tabIndex={-1}>
      {refused && <Refusal error={refused} />}
      {isAsked && rehearsal.isSuccess ? (
        <Group gap={4} role="group" aria-label={`${doing}: sure?`}>
          <Text size="xs">It could be done.</Text>
          <Button
            size="compact-xs"
            color="red"
            loading={effect.isPending}
            onClick={() => effect.mutate(id, { onSuccess: leave })}
          >
            Yes, {doing.toLowerCase()}
          </Button>
          <Button size="compact-xs" variant="default" onClick={leave}>
            No
          </Button>
        </Group>
      ) : (
        <Button size="compact-xs" variant="default" loading={rehearsal.isPending} onClick={ask}>
          {doing}…
        </Button>
      )}
    </Stack>
  );
}
