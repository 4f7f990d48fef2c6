import { Drawer } from '@mantine/core';
import { now } from '../kernel/instant';
import { useViewSearch } from '../view-search';
import { ReservationForm } from './ReservationForm';

export function NewReservation({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { search, update } = useViewSearch();
  const hour = Math.ceil(now() / 3600) * 3600;
  const show = (id: string): void => {
    onClose();
    update({ open: id });
  };
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="lg"
      title="New reservation"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ReservationForm
        initial={{ zone: search.zone, start: hour, end: hour + 86_400, amounts: {} }}
        onMade={show}
      />
    </Drawer>
  );
}
