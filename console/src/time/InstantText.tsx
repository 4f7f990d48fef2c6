import { Text, Tooltip } from '@mantine/core';
import type { Instant } from '../kernel/instant';
import { formatLocal, formatUtc } from './format';

/** A time in the viewer's zone; hovering or focusing it shows UTC. */
export function InstantText({ at }: { readonly at: Instant }) {
  return (
    <Tooltip label={formatUtc(at)} events={{ hover: true, focus: true, touch: true }}>
      <Text
        component="time"
        span
        inherit
        tabIndex={0}
        dateTime={Number.isFinite(at) ? new Date(at * 1000).toISOString() : undefined}
        className="instant"
      >
        {formatLocal(at)}
      </Text>
    </Tooltip>
  );
}
