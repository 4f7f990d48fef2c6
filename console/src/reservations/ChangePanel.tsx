import { Button, Group, SegmentedControl, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { useCancelReservation, useUpdateReservation, type ReservationChange } from '../api/reservations';
import type { Offer } from '../api/operation';
import type { ReservationDetails } from '../api/records';
import { AmountFields, filledAmounts } from '../forms/AmountFields';
import { useRehearsed } from '../forms/use-rehearsed';
import { RehearsedForm } from '../forms/RehearsedForm';
import { DAY, endFromWire, endToWire, fromWire, HOUR, toWire, WEEK, type Instant } from '../kernel/instant';
import { describeAmounts, type Amounts } from '../kernel/amounts';
import { DateTimeField } from '../time/DateTimeField';
import { TimeFields } from '../time/TimeFields';
import { noticeDone, noticeStale } from './change-notices';
import { versionOf } from './version';

/**
 * Extend, shrink, cancel: the service says first what would happen. After a change, from here or elsewhere, the fields start
 * from the present state; the tab stays.
 */
export function ChangePanel({ reservation }: { readonly reservation: ReservationDetails }) {
  const version = versionOf(reservation);
  return (
    <Tabs defaultValue="time" variant="outline">
      <Tabs.List>
        <Tabs.Tab value="time">Extend or shorten</Tabs.Tab>
        <Tabs.Tab value="amounts">Change amounts</Tabs.Tab>
        <Tabs.Tab value="cancel">Cancel</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="time" pt="sm">
        <TimeChange key={version} reservation={reservation} />
      </Tabs.Panel>
      <Tabs.Panel value="amounts" pt="sm">
        <AmountChange key={version} reservation={reservation} />
      </Tabs.Panel>
      <Tabs.Panel value="cancel" pt="sm">
        <Cancel key={version} reservation={reservation} />
      </Tabs.Panel>
    </Tabs>
  );
}

const EXTENSIONS = [
  ['+1 hour', HOUR],
  ['+1 day', DAY],
  ['+1 week', WEEK],
] as const;

interface PanelProps {
  readonly reservation: ReservationDetails;
}

function TimeChange({ reservation }: PanelProps) {
  const { reservationId, state, kind } = reservation;
  const [start, setStart] = useState<Instant>(fromWire(reservation.start));
  const [end, setEnd] = useState<Instant>(endFromWire(reservation.end));
  const [most, setMost] = useState<Amounts>();
  const change: ReservationChange = {
    'reservation-id': reservationId,
    // The start of one that has begun is history.
    ...(state === 'initialized' && { start: toWire(start) }),
    end: endToWire(end) ?? null,
    ...(most && { capacity: { ...reservation.capacity, ...most } }),
  };
  return (
    <ChangeForm
      reservation={reservation}
      change={change}
      doing={most ? `Change the times, and hold ${describeAmounts(most)}` : 'Change the times'}
      onMost={kind === 'containers' ? undefined : setMost}
      onNext={
        state === 'initialized'
          ? (next) => {
              setStart(fromWire(next.start));
              setEnd(endFromWire(next.end));
            }
          : undefined
      }
    >
      <TimeFields>
        {state === 'initialized' && <DateTimeField label="Start" value={start} onChange={setStart} />}
        <DateTimeField
          label="End"
          description="Empty: open"
          value={end}
          onChange={setEnd}
          onClear={() => setEnd(Infinity)}
        />
      </TimeFields>
      {Number.isFinite(end) && (
        <Group gap="xs">
          {EXTENSIONS.map(([label, seconds]) => (
            <Button key={label} size="compact-xs" variant="default" onClick={() => setEnd(end + seconds)}>
              {label}
            </Button>
          ))}
        </Group>
      )}
    </ChangeForm>
  );
}

function AmountChange({ reservation }: PanelProps) {
  const { reservationId, capacity, kind } = reservation;
  const [amounts, setAmounts] = useState<Amounts>(capacity);
  if (kind === 'containers') {
    return (
      <Text size="sm" c="dimmed">
        A reservation of containers is changed by its containers: POST /reservation/compute/update.
      </Text>
    );
  }
  const change = {
    'reservation-id': reservationId,
    capacity: { ...capacity, ...filledAmounts(amounts, capacity) },
  };
  return (
    <ChangeForm
      reservation={reservation}
      change={change}
      doing="Change the amounts"
      onMost={(most) => setAmounts({ ...amounts, ...most })}
    >
      <AmountFields value={amounts} onChange={setAmounts} shown={Object.keys(capacity)} />
    </ChangeForm>
  );
}

interface ChangeFormProps extends PanelProps {
  readonly change: ReservationChange;
  readonly doing: string;
  readonly onMost?: (most: Amounts) => void;
  readonly onNext?: (window: NonNullable<Offer['nextWindow']>) => void;
  readonly children: React.ReactNode;
}

function ChangeForm({ reservation, change, ...shown }: ChangeFormProps) {
  const update = useUpdateReservation(reservation, { onDone: noticeDone, onStale: noticeStale });
  const flow = useRehearsed('update-reservation', change, update);
  return <RehearsedForm flow={flow} {...shown} />;
}

function Cancel({ reservation: { reservationId, seriesId, instances } }: PanelProps) {
  const [isSeries, setSeries] = useState(false);
  const cancel = useCancelReservation(noticeDone);
  const which =
    isSeries && seriesId !== undefined ? { 'series-id': seriesId } : { 'reservation-id': reservationId };
  const flow = useRehearsed('cancel-reservation', which, cancel);
  const live = instances.filter(({ state }) => state === 'active' || state === 'pending').length;
  return (
    <RehearsedForm flow={flow} doing={isSeries ? 'Cancel the series' : 'Cancel the reservation'} isDangerous>
      {seriesId !== undefined && (
        <SegmentedControl
          aria-label="What to cancel"
          value={isSeries ? 'series' : 'one'}
          onChange={(value) => setSeries(value === 'series')}
          data={[
            { value: 'one', label: 'This occurrence' },
            { value: 'series', label: 'All that have not begun' },
          ]}
          w="fit-content"
        />
      )}
      <Text size="sm">
        What no instance has drawn is free again at once.
        {live > 0 &&
          ` Its ${live} live ${live === 1 ? 'instance keeps what it uses' : 'instances keep what they use'} until the end of the reservation.`}
      </Text>
    </RehearsedForm>
  );
}
