export {
  createHeadroom,
  type CallOptions,
  type Credential,
  type Headroom,
  type HeadroomHttp,
  type HeadroomOptions,
} from './headroom.js';
export {
  NotificationRejected,
  verifyNotification,
  type HeaderSource,
  type Notification,
  type VerifyOptions,
} from './notification.js';
export type {
  Accepted,
  Conflict,
  DryRunPath,
  Foreseen,
  ForeseenOutcome,
  Offer,
  OperationBody,
  OperationPath,
  Outcome,
  Refused,
} from './outcome.js';
export type { ItemOf, ListPath, ListQuery } from './paging.js';
export { ProblemError, UnreachableError, unwrap, type Problem } from './problem.js';
export type { RetryOptions } from './retry.js';
export { formatTime } from './time.js';
export type { TimelineKind, TimelineQuery, TimelineRow } from './timeline.js';
export type { components, operations, paths } from './generated/openapi.js';

import type { components } from './generated/openapi.js';

/** The bodies of the service by their name in its OpenAPI document, such as `Schemas['Reservation']`. */
export type Schemas = components['schemas'];
