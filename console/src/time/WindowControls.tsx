import { ActionIcon, Button, Group, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { now, shifted, spanOf, zoomed, type TimeWindow } from '../kernel/instant';
import { formatLocal, VIEWERS_ZONE } from './format';
import { RANGE_LABELS, type RangeName } from './view-window';
import type { PageWindow } from './use-time-window';
import { WindowFields } from './WindowFields';

/** Which stretch of time the page shows. */
export function WindowControls({ view }: { readonly view: PageWindow }) {
  const { settled: shown, range, choose } = view;
  const { move } = view.live;
  const half = Math.round(spanOf(shown) / 2);
  const middle = shown.start + half;
  const toNow = (): void => move(shifted(shown, now() - Math.round(shown.start + half / 12)));
  return (
    <Group gap="xs" maw="100%">
      <SegmentedControl
        size="xs"
        aria-label="Length of the window"
        value={range ?? ''}
        onChange={(value) => choose(value as RangeName)}
        data={Object.entries(RANGE_LABELS).map(([value, label]) => ({ value, label }))}
      />
      <CustomWindow view={view} />
      <Group gap={4}>
        <Step label="Earlier" sign="‹" onClick={() => move(shifted(shown, -half))} />
        <Button size="compact-xs" variant="default" onClick={toNow}>
          Now
        </Button>
        <Step label="Later" sign="›" onClick={() => move(shifted(shown, half))} />
        <Step label="Zoom in" sign="+" onClick={() => move(zoomed(shown, 0.5, middle))} />
        <Step label="Zoom out" sign="−" onClick={() => move(zoomed(shown, 2, middle))} />
      </Group>
    </Group>
  );
}

function Step({
  label,
  sign,
  onClick,
}: {
  readonly label: string;
  readonly sign: string;
  readonly onClick: () => void;
}) {
  return (
    <ActionIcon size="sm" variant="default" aria-label={label} title={label} onClick={onClick}>
      {sign}
    </ActionIcon>
  );
}

function CustomWindow({ view: { settled: shown, range, live } }: { readonly view: PageWindow }) {
  const [isOpen, setOpen] = useState(false);
  const isCustom = range === undefined;
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withArrow shadow="md">
      <Popover.Target>
        <Button
          size="compact-xs"
          // Two times are wider than a small phone.
          maw="100%"
          variant={isCustom ? 'light' : 'default'}
          onClick={() => setOpen(!isOpen)}
        >
          {isCustom ? `${formatLocal(shown.start)} – ${formatLocal(shown.end)}` : 'Custom…'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Bounds initial={shown} onChange={live.move} />
          <Text size="xs" c="dimmed">
            Times are in {VIEWERS_ZONE}. The past may be chosen, too.
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface BoundsProps {
  readonly initial: TimeWindow;
  readonly onChange: (window: TimeWindow) => void;
}

/** The page keeps its window until the two times make one. */
function Bounds({ initial, onChange }: BoundsProps) {
  const [bounds, setBounds] = useState(initial);
  const change = (next: TimeWindow): void => {
    setBounds(next);
    if (next.start < next.end) onChange(next);
  };
  return <WindowFields value={bounds} onChange={change} />;
}
