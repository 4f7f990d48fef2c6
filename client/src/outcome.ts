import type { components, paths } from './generated/openapi.js';

type Refusal = components['schemas']['OperationRefused'];
export type Offer = components['schemas']['Offer'];

/** The bodies that a POST answers where it tells the outcome in `result`. */
type Answer<P extends keyof paths> = paths[P] extends { post: { responses: infer R } }
  ? R extends
      | { 200: { content: { 'application/json': infer A } } }
      | { 201: { content: { 'application/json': infer A } } }
    ? A
    : never
  : never;

/** The paths of Group A: operations that tell their outcome in `result`. */
export type OperationPath = {
  [P in keyof paths]: Extract<Answer<P>, Refusal> extends never ? never : P;
}[keyof paths];

export type OperationBody<P extends OperationPath> = paths[P] extends {
  post: { requestBody?: { content: { 'application/json': infer B } } };
}
  ? B
  : never;

interface DryRun {
  'dry-run': true;
}

/** The operation was carried out. */
export type Accepted<P extends OperationPath> = Exclude<Answer<P>, Refusal | DryRun>;

/** The operation would be carried out; nothing has changed. */
export type Foreseen<P extends OperationPath> = Extract<Answer<P>, DryRun>;

/** The operations that can be tried without an effect. */
export type DryRunPath = {
  [P in OperationPath]: Foreseen<P> extends never ? never : P;
}[OperationPath];

/** Capacity does not suffice, or something is in the way. The offer says what would fit. Nothing has changed. */
export type Conflict = Omit<Refusal, 'result'> & { readonly result: 'conflict' };

/** The request has to be changed. Nothing has changed. */
export type Refused = Omit<Refusal, 'result' | 'offer'> & { readonly result: 'error' };

/** How an operation ended: tell the three apart by `result`. */
export type Outcome<P extends OperationPath> = Accepted<P> | Conflict | Refused;

/** How an operation would end. */
export type ForeseenOutcome<P extends DryRunPath> = Foreseen<P> | Conflict | Refused;
