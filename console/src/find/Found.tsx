import { Alert, Anchor, Button, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  useFindAndHold,
  useRoom,
  type FreeWindow,
  type RoomAsked,
  type RoomFound,
} from '../api/find-windows';
import { MINUTE } from '../kernel/instant';
import { Refusal } from '../forms/Verdict';
import { Failure } from '../shell/Failure';
import { Loading } from '../shell/Loading';
import { InstantText } from '../time/InstantText';
import { FreeWindows } from './FreeWindows';

const DEFAULT_HOLD_MINUTES = 10;

export interface FoundProps {
  readonly asked: RoomAsked;
  readonly chosen?: FreeWindow;
  readonly onTake: (window: FreeWindow) => void;
  readonly onOpen: (reservationId: string) => void;
}

/** The answer of the service, and what can be done with it. */
export function Found({ asked, chosen, onTake, onOpen }: FoundProps) {
  const room = useRoom(asked);
  const holding = useFindAndHold();
  const [minutes, setMinutes] = useState(DEFAULT_HOLD_MINUTES);
  const hold = (part: Partial<RoomAsked>): void =>
    holding.mutate({ asked: { ...asked, ...part }, seconds: minutes * MINUTE });
  const canFill = asked.containers === undefined && asked.cpuArchitecture === undefined;
  return (
    <Stack gap="xs">
      {room.error && <Failure error={room.error} onRetry={() => void room.refetch()} />}
      {room.isPending && <Loading label="Looking for room" />}
      {holding.error && <Refusal error={holding.error} />}
      {holding.data && <Held {...holding.data} onOpen={onOpen} />}
      {room.data && (
        <FreeWindows
          found={room.data}
          duration={asked.duration}
          chosen={chosen}
          onTake={canFill ? onTake : undefined}
          // A window that begins now has begun by the time the button is pressed, but may begin later.
          onHold={({ zone, start, latestStart }) =>
            hold({ zone, from: start, to: latestStart + asked.duration })
          }
          isHolding={holding.isPending}
        />
      )}
      <Group align="flex-end" gap="xs">
        <NumberInput
          size="xs"
          w={150}
          label="Hold for (minutes)"
          min={1}
          allowDecimal={false}
          value={minutes}
          onChange={(value) => setMinutes(Math.max(1, Number(value) || 1))}
        />
        <Button size="xs" variant="light" loading={holding.isPending} onClick={() => hold({})}>
          Find and hold the first
        </Button>
      </Group>
    </Stack>
  );
}

function Held({ windows, held, onOpen }: RoomFound & Pick<FoundProps, 'onOpen'>) {
  const [first] = windows;
  if (!held || !first) {
    return <Alert color="orange" title="Nothing is held: it does not fit any more" role="alert" />;
  }
  return (
    <Alert color="teal" title={`Held in ${first.zone}`} role="status">
      <Text size="sm">
        From <InstantText at={first.start} />. It lapses unless you confirm it before{' '}
        <InstantText at={held.heldUntil} />.{' '}
        <Anchor component="button" size="sm" onClick={() => onOpen(held.reservationId)}>
          Open the reservation
        </Anchor>
      </Text>
    </Alert>
  );
}
