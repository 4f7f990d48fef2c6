import { Button, Group, Stack, Text } from '@mantine/core';
import { Loading } from '../shell/Loading';
import { formatDuration } from '../time/format';
import { InstantText } from '../time/InstantText';
import type { Found, FreeWindow } from './use-free-windows';

const MAX_SHOWN = 6;

export interface FreeWindowsProps {
  readonly found: Found;
  readonly duration: number;
  readonly chosen?: FreeWindow;
  readonly onChoose: (window: FreeWindow) => void;
}

/** When it fits, the earliest first. */
export function FreeWindows({ found, duration, chosen, onChoose }: FreeWindowsProps) {
  const { windows, isPending, isCut } = found;
  return (
    <Stack gap="xs">
      <Text fw={600}>Free windows</Text>
      {isPending && <Loading label="Looking for room" />}
      {!isPending && windows.length === 0 && (
        <Text size="sm" c="dimmed">
          It does not fit for {formatDuration(duration)} within this window. Look further ahead, ask for less,
          or for a shorter time.
        </Text>
      )}
      {windows.slice(0, MAX_SHOWN).map((window) => (
        <Group key={`${window.zone} ${window.start}`} justify="space-between" gap="xs" wrap="nowrap">
          <Text size="sm">
            <Text span fw={600}>
              {window.zone}
            </Text>{' '}
            from <InstantText at={window.start} />
            <Text span c="dimmed">
              , room for {formatDuration(window.end - window.start)} or more
            </Text>
          </Text>
          <Button
            size="compact-sm"
            style={{ flexShrink: 0 }}
            variant={isSame(window, chosen) ? 'filled' : 'light'}
            onClick={() => onChoose(window)}
            aria-label={`Take ${window.zone}`}
          >
            Take
          </Button>
        </Group>
      ))}
      {windows.length > MAX_SHOWN && (
        <Text size="xs" c="dimmed">
          And {windows.length - MAX_SHOWN} later ones, drawn below.
        </Text>
      )}
      {isCut && (
        <Text size="xs" c="dimmed">
          Only the first zones were looked at; choose one to look at another.
        </Text>
      )}
    </Stack>
  );
}

function isSame(a: FreeWindow, b?: FreeWindow): boolean {
  // Of a window that has begun the start moves with the clock.
  return a.zone === b?.zone && a.end === b.end;
}
