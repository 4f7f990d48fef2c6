import { Group, Text } from '@mantine/core';
import { usePalette } from '../charts/palette';
import { STATE_STYLES, STATES } from './states';

/** What the shapes and colours of bars mean. */
export function StateLegend() {
  const palette = usePalette();
  return (
    <Group gap="sm">
      {STATES.map((state) => {
        const { fill, outline, dash, isHatched, height, sign, meaning } = STATE_STYLES[state];
        const high = 12 * height;
        const isFilled = fill && !isHatched;
        return (
          <Group key={state} gap={5} wrap="nowrap" title={meaning}>
            <svg width={22} height={12} aria-hidden>
              <rect
                x={0.75}
                y={(12 - high) / 2 + 0.75}
                width={20}
                height={high - 1.5}
                fill={isFilled ? palette[fill] : 'none'}
                stroke={palette[outline]}
                strokeWidth={1.5}
                strokeDasharray={dash?.join(' ')}
              />
              {isHatched && (
                <path d="M3 11l8-10M9 11l8-10M15 11l5-7" stroke={palette[outline]} strokeWidth={1.5} />
              )}
            </svg>
            <Text size="xs" c="dimmed">
              {sign}
              {state}
            </Text>
          </Group>
        );
      })}
    </Group>
  );
}
