import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import type { FreeWindow, RoomFound } from '../api/find-windows';
import { describeAmounts } from '../kernel/amounts';
import { formatDuration, formatLocal } from '../time/format';
import { InstantText } from '../time/InstantText';

export interface FreeWindowsProps {
  readonly found: RoomFound;
  readonly duration: number;
  readonly chosen?: FreeWindow;
  /** Fills the form; absent where the form can't say all that is needed. */
  readonly onTake?: (window: FreeWindow) => void;
  /** Holds it at once. */
  readonly onHold: (window: FreeWindow) => void;
  readonly isHolding: boolean;
}

/** When it fits, the earliest first. */
export function FreeWindows({ found: { windows, isMore }, duration, ...rest }: FreeWindowsProps) {
  if (windows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        It does not fit anywhere for {formatDuration(duration)} in this range.{' '}
        {isMore && 'The search stopped before the end of the range. '}
        Look further ahead, ask for less, or for a shorter time.
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {windows.map((window) => (
        <Offered key={`${window.zone} ${window.start}`} window={window} {...rest} />
      ))}
      {isMore && (
        <Text size="xs" c="dimmed">
          There may be later ones: look from a later time on.
        </Text>
      )}
    </Stack>
  );
}

interface OfferedProps extends Pick<FreeWindowsProps, 'chosen' | 'onTake' | 'onHold' | 'isHolding'> {
  readonly window: FreeWindow;
}

function Offered({ window, chosen, onTake, onHold, isHolding }: OfferedProps) {
  const { zone, start, latestStart, free } = window;
  const isChosen = chosen?.zone === zone && chosen.start === start;
  const left = describeAmounts(free);
  const named = `${zone} from ${formatLocal(start)}`;
  return (
    <Paper withBorder p="xs">
      <Text size="sm">
        <Text span fw={600}>
          {zone}
        </Text>{' '}
        from <InstantText at={start} />
        {latestStart > start && (
          <>
            , at the latest from <InstantText at={latestStart} />
          </>
        )}
      </Text>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed">
          {left ? `${left} would remain free` : 'nothing of it would remain free'}
        </Text>
        <Group gap="xs">
          {onTake && (
            <Button
              size="compact-sm"
              variant={isChosen ? 'filled' : 'light'}
              onClick={() => onTake(window)}
              aria-label={`Take ${named}`}
            >
              Take
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            loading={isHolding}
            onClick={() => onHold(window)}
            aria-label={`Hold ${named}`}
          >
            Hold
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
