import type { Amounts } from '../kernel/amounts';
import type { OperationBody, OperationPath } from '@headroom/client';
import { headroom } from './headroom';
import { ApiError, type FieldError } from './api-error';
import { explained } from './http';
import { isUndecided, repeatable } from './repeatable';

/** What a refusal proposes. */
export interface Offer {
  readonly maxCapacity?: Amounts;
  readonly nextWindow?: { readonly start: string; readonly end?: string };
}

export interface Done<T> {
  readonly outcome: 'done';
  readonly answer: T;
}

/** Capacity does not suffice, or something is in the way. */
export interface Conflict {
  readonly outcome: 'conflict';
  readonly message: string;
  readonly offer?: Offer;
}

export type Outcome<T> = Done<T> | Conflict;

interface Answer {
  readonly result: 'ok' | 'conflict' | 'error';
  readonly message?: string;
  readonly offer?: Offer;
  readonly errors?: readonly FieldError[];
}

type OperationName = OperationPath extends `/${infer N}` ? N : never;

function changeOf(path: OperationPath, body: object): string {
  return JSON.stringify([path, body]);
}

/** Whether the answer to this very change was lost: it may have been made. */
export function mayBeDone(name: OperationName, body: object): boolean {
  return isUndecided(changeOf(`/${name}`, body));
}

/**
 * A Group A operation, or a dry run of one. A conflict is an outcome, as it carries an offer; an error is thrown.
 *
 * @throws ApiError
 */
export async function operate<T>(name: OperationName, body: object): Promise<Outcome<T>> {
  const path: OperationPath = `/${name}`;
  const purpose = 'dry-run' in body ? 'trial' : 'change';
  const send = (idempotencyKey?: string): Promise<Answer> =>
    explained(headroom.operate(path, body as OperationBody<typeof path>, { idempotencyKey }), { purpose });
  const answer = await (purpose === 'trial' ? send() : repeatable(changeOf(path, body), send));
  const message = answer.message ?? '';
  if (answer.result === 'ok') return { outcome: 'done', answer: answer as T };
  if (answer.result === 'conflict') return { outcome: 'conflict', message, offer: answer.offer };
  throw new ApiError(400, message, answer.errors);
}
