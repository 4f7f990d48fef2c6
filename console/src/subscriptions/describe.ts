import type { Subscription, Threshold } from '../api/records';
import { classOfType, formatAmount } from '../kernel/amounts';

type Condition = Threshold['threshold']['condition'];

const CONDITIONS: Readonly<Record<Condition, string>> = {
  lt: '<',
  le: '≤',
  gt: '>',
  ge: '≥',
  eq: '=',
  ne: '≠',
};

export const CONDITION_CHOICES = (Object.keys(CONDITIONS) as Condition[]).map((value) => ({
  value,
  label: CONDITIONS[value],
}));

export function typeOf(subscription: Subscription): string | undefined {
  return (
    subscription.computeResourceTypeId ??
    subscription.networkResourceTypeId ??
    subscription.storageResourceTypeId
  );
}

/** `available < 10`, or `available < 20 %`. */
export function describeThreshold({ thresholdType, threshold }: Threshold, className: string): string {
  const { capacity_info: figure, condition, value } = threshold;
  const text = thresholdType === 'percentageOfTotal' ? `${value} %` : formatAmount(className, Number(value));
  return `${figure} ${CONDITIONS[condition]} ${text}`;
}

export function describeSubscription(subscription: Subscription): string {
  const typeId = typeOf(subscription);
  if (!typeId) {
    const watched = subscription.inputFilter?.length ?? 0;
    return watched === 0 ? 'All reservations' : `${watched} reservations`;
  }
  const { name, label } = classOfType(typeId);
  const where = subscription.zoneId ? ` in ${subscription.zoneId}` : ' in all zones';
  const when = subscription.threshold ? describeThreshold(subscription.threshold, name) : 'every change';
  return `${label}${where}: ${when}`;
}
