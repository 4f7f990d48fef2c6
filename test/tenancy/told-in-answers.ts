type Body = Record<string, any>;

/** The cursor of the next page, or an empty text. */
export function nextOf(text: string): string {
  return /"next(?:-cursor)?":"([^"]*)"/.exec(text)?.[1] ?? '';
}

/** The ids of the objects that were created, according to an answer. */
export function idsMadeBy(body: Body): string[] {
  return [
    body['reservation-id'],
    body['instance-id'],
    body.reservationData?.reservationId,
    body.reservationChangeSubscriptionId,
    body.capacityChangeSubscriptionId,
    body.deliveryId,
    body.held?.reservationId,
    ...(body.occurrences ?? []).map((occurrence: Body) => occurrence['reservation-id']),
  ].filter((id): id is string => typeof id === 'string');
}
