import * as blazar from './blazar.mjs';
import * as blazarEvents from './blazar-events.mjs';
import * as placement from './placement.mjs';
import * as rangeSweep from './range-sweep.mjs';
import * as stepFunction from './step-function.mjs';

/**
 * Other ways to decide whether a reservation fits, each written anew from how it is known to behave. Every one of them
 * runs prepared statements on the same PostgreSQL as the service. A module has
 *
 * - `name`, as the tables say it
 * - `prepare(client, { capacity, live })`: makes its tables, with room for so many reservations at once and the windows
 *   of those that are live
 * - `book(client, window)`: books one core, 2 GiB, one instance; 'ok', 'conflict', or 'gaveUp' after too many tries
 * - `stored`: a query for what is booked: place, starts_at, ends_at in seconds, and the room in that place
 */
export const rivals = { placement, blazar, blazarEvents, rangeSweep, stepFunction };
