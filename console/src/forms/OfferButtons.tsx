import { Button, Group, Text } from '@mantine/core';
import type { Offer } from '../api/operation';
import { describeAmounts, type Amounts } from '../kernel/amounts';
import { fromWire } from '../kernel/instant';
import { formatLocal, formatUtc } from '../time/format';

export interface OfferButtonsProps {
  readonly offer: Offer;
  readonly onMost?: (most: Amounts) => void;
  readonly onNext?: (window: NonNullable<Offer['nextWindow']>) => void;
}

/** The two ways out of a refusal: less now, or all of it later. */
export function OfferButtons({ offer: { maxCapacity, nextWindow }, onMost, onNext }: OfferButtonsProps) {
  const most = maxCapacity && describeAmounts(maxCapacity);
  return (
    <Group gap="xs" mt="xs">
      {most && maxCapacity && onMost && (
        <Button size="compact-sm" variant="light" onClick={() => onMost(maxCapacity)}>
          Take the most that fits: {most}
        </Button>
      )}
      {nextWindow && onNext && (
        <Button
          size="compact-sm"
          variant="light"
          title={formatUtc(fromWire(nextWindow.start))}
          onClick={() => onNext(nextWindow)}
        >
          Take the next window: from {formatLocal(fromWire(nextWindow.start))}
        </Button>
      )}
      {!most && <Text size="xs">Nothing of it fits in this window.</Text>}
      {!nextWindow && onNext && <Text size="xs">There is no later window in which all of it fits.</Text>}
    </Group>
  );
}
