/**
 * The place that both secrets of a subscription are sealed for, so that the current one can become the previous one
 * unchanged.
 */
export function secretPlace(subscriptionId: string): string {
  return `subscriptions|${subscriptionId}|secret`;
}
