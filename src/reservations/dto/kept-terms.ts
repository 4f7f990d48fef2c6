/** What an update does with a member that a create has a default for. */
export const ZONE_KEPT = 'An update without it keeps the zone.';
export const START_KEPT = 'An update without it keeps the start.';
export const END_KEPT = 'An update without it keeps the end, and with null takes the end away.';
