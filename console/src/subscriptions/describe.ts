import type { Subscription, Threshold } from '../api/records';
import { classOfType, formatAmount } from '../kernel/amounts';

const CONDITIONS: Readonly<Record<string, string>> = { lt: '<', le: '≤', gt: '>', ge: '≥', eq: '=', ne: '≠' };

export const CONDITION_CHOICES = Object.entries(CONDITIONS).map(([value, label]) => ({ value, label }));

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
  const text = thresholdType === 'percentageOfTotal' ? `${value} %` : formatAmount(className, value);
  return `${figure} ${CONDITIONS[condition] ?? condition} ${text}`;
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
