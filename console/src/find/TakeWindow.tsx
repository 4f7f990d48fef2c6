import { Alert, Anchor, Paper, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FreeWindow } from '../api/find-windows';
import type { Amounts } from '../kernel/amounts';
import { ReservationForm } from '../reservations/ReservationForm';

export interface TakeWindowProps {
  readonly window: FreeWindow;
  readonly amounts: Amounts;
  readonly onOpen: (reservationId: string) => void;
}

/** The form of a reservation in a window that was found. It comes into view with the focus, and goes once it has been used. */
export function TakeWindow({ window, amounts, onOpen }: TakeWindowProps) {
  const section = useRef<HTMLElement>(null);
  const key = `${window.zone} ${window.start}`;
  const [made, setMade] = useState<{ readonly key: string; readonly id: string }>();
  const isMade = made?.key === key;
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [window, isMade]);
  return (
    <Paper withBorder p="md" component="section" aria-label="Reserve" ref={section} tabIndex={-1}>
      {isMade ? (
        <Alert color="teal" title={`Reserved in ${window.zone}`} role="status">
          <Anchor component="button" size="sm" onClick={() => onOpen(made.id)}>
            Open the reservation
          </Anchor>
        </Alert>
      ) : (
        <>
          <Text fw={600} mb="sm">
            Reserve in {window.zone}
          </Text>
          <ReservationForm
            key={key}
            initial={{ zone: window.zone, start: window.start, end: window.end, amounts }}
            onMade={(id) => setMade({ key, id })}
          />
        </>
      )}
    </Paper>
  );
}
