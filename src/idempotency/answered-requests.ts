import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { forReal, type RunAs } from '../allocation/admission/dry-run.js';
import { asDomainError } from '../database/constraints.js';
import { layoutOf, NO_ZONE, zoneAway } from '../database/layout.js';
import type { Remember, RememberedRequest, RequestRecord } from '../database/remembered-request.js';
import { Clock } from '../kernel/clock.js';
import { DomainError } from '../kernel/domain-error.js';
import { KeyedTurns } from '../kernel/keyed-turns.js';
import { SealedSecrets, SecretUnreadable } from '../security/sealed-secrets.js';
import { auditRecord } from './audit-facts.js';
import type { KeyedRequest, RequestIdentity } from './idempotency-key.js';

const UNREADABLE_ANSWER =
  'a request was carried out under this Idempotency-Key, and its answer is encrypted with a key that this process does not have';

const ANSWERS = `select fingerprint, answer, sealed from idempotency_keys where scope = $1 and key = $2`;

interface Answered {
  readonly fingerprint: string;
  readonly answer: object;
}

/** A request that may be a dry run. */
export interface Carried<T, D> extends Rehearsal<T, D> {
  readonly key: KeyedRequest | undefined;
  readonly isDryRun: boolean;
  /** Carries the request out, as told. */
  run<R>(as: RunAs<T, R>): Promise<R>;
  answer(value: T): object;
}

/** How a request is carried out as a dry run, and the answer to one. */
export interface Rehearsal<T, D> {
  readonly rehearse: RunAs<T, D>;
  rehearsed(outcome: D): object;
}

type StoredRow = Answered & { readonly sealed: string | null };

/**
 * Replays the first answer to a request repeated under the same `Idempotency-Key`, without a second effect. The answer
 * is stored in the transaction of the effect, so neither exists without the other. Refusals are not stored: they had no
 * effect, and a retry may succeed.
 */
@Injectable()
export class AnsweredRequests {
  /**
   * This process runs requests under one key in sequence: the second finds the first one's answer. If two processes run
   * such requests at the same time, the database rejects one of them.
   */
  private readonly turns = new KeyedTurns();

  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: SealedSecrets,
    private readonly clock: Clock,
  ) {}

  /**
   * @param run has the effect, and stores the record made by `remember` with it
   * @param answer builds the client's answer from the result of `run`
   * @throws DomainError `idempotency-key-reused` when the key was used for another request
   */
  once<T>(
    request: KeyedRequest | undefined,
    run: (remember?: Remember<T>) => Promise<T>,
    answer: (value: T) => object,
  ): Promise<object> {
    return this.perform(request, run, answer, plainRecord);
  }

  /** As `once`, or as a dry run. A dry run has no effect, so there is nothing to remember, and its key is ignored. */
  async onceOrDry<T, D>(carried: Carried<T, D>): Promise<object> {
    const { key, isDryRun, rehearse } = carried;
    if (isDryRun) return carried.rehearsed(await carried.run(rehearse));
    return this.once<T>(
      key,
      (remember) => carried.run(forReal(remember, key?.keyed !== undefined)),
      (value) => carried.answer(value),
    );
  }

  /** As `once`, for requests or answers that contain a secret: both are stored encrypted. */
  onceSealed<T>(
    request: KeyedRequest | undefined,
    run: (remember?: Remember<T>) => Promise<T>,
    answer: (value: T) => object,
  ): Promise<object> {
    return this.perform(request, run, answer, (keyed, answered) => this.sealedRecord(keyed, answered));
  }

  private async perform<T>(
    request: KeyedRequest | undefined,
    run: (remember?: Remember<T>) => Promise<T>,
    answer: (value: T) => object,
    record: (request: RequestIdentity, answer: object) => RememberedRequest,
  ): Promise<object> {
    if (!request) return answer(await run());
    const { keyed, audit } = request;
    const answerOf = ofLast(answer);
    const auditOf = (made: object, value: T) => audit && auditRecord(audit, made, value);
    if (!keyed) return answerOf(await run((value) => ({ audit: auditOf(answerOf(value), value) })));
    return this.turns.run(placeOf(keyed), () =>
      this.performAlone(keyed, run, answerOf, (made, value) => ({
        answered: record(keyed, made),
        audit: auditOf(made, value),
      })),
    );
  }

  private async performAlone<T>(
    request: RequestIdentity,
    run: (remember?: Remember<T>) => Promise<T>,
    answer: (value: T) => object,
    record: (answer: object, value: T) => RequestRecord,
  ): Promise<object> {
    const before = await this.answerTo(request);
    if (before) return before;
    try {
      return answer(await run((value) => record(answer(value), value)));
    } catch (error) {
      // What stands in its way may be the request itself, carried out by another process meanwhile.
      const refused = asDomainError(error);
      if (!(refused instanceof DomainError) || refused.kind === 'unavailable') throw error;
      const meanwhile = await this.answerTo(request);
      if (!meanwhile) throw refused;
      return meanwhile;
    }
  }

  private async answerTo(request: RequestIdentity): Promise<object | undefined> {
    const rows = await this.rowsOf(request);
    const found = rows.map((row) => (row.sealed === null ? row : this.opened(request, row.sealed)));
    const own = found.find(({ fingerprint }) => fingerprint === request.fingerprint);
    if (own) {
      request.markReplayed();
      return own.answer;
    }
    if (found.length === 0) return undefined;
    const message = 'Idempotency-Key was used for a different request';
    throw DomainError.about(['Idempotency-Key'], 'invalid', 'idempotency-key-reused', message);
  }

  /**
   * More than one where zones share no unique index, and requests that differ came under one key.
   *
   * @throws DomainError `database-unavailable` if an answer to this very request may lie in a zone whose node does not answer
   */
  private rowsOf({ scope, key, isOfOneZone }: RequestIdentity): Promise<StoredRow[]> {
    const layout = layoutOf(this.dataSource);
    const { zonesInReach } = layout;
    if (!zonesInReach) return this.dataSource.query<StoredRow[]>(ANSWERS, [scope, key]);
    // If its zone is away it is refused there. Answers that are older than zones in keys lie in none.
    if (!isOfOneZone || layout.isAway(NO_ZONE)) throw zoneAway();
    return this.dataSource.query<StoredRow[]>(`${ANSWERS} and zone_id = any ($3::text[])`, [
      scope,
      key,
      [...zonesInReach, NO_ZONE],
    ]);
  }

  private sealedRecord(request: RequestIdentity, answer: object): RememberedRequest {
    const { scope, key, fingerprint } = request;
    return {
      scope,
      key,
      sealed: this.secrets.seal(JSON.stringify({ fingerprint, answer }), placeOf(request)),
    };
  }

  /** @throws DomainError `answer-unreadable`: another process may have the key, such as while keys are exchanged */
  private opened(request: RequestIdentity, sealed: string): Answered {
    try {
      return JSON.parse(this.secrets.open(sealed, placeOf(request))) as Answered;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      throw new DomainError('unavailable', 'answer-unreadable', UNREADABLE_ANSWER, {
        cause: error,
        retryAfter: 1,
      });
    }
  }
}

/** Keeps the result for the last value: what is stored with an effect is what the caller is answered. */
function ofLast<T>(answer: (value: T) => object): (value: T) => object {
  let last: { readonly value: T; readonly answer: object } | undefined;
  return (value) => {
    if (!last || last.value !== value) last = { value, answer: answer(value) };
    return last.answer;
  };
}

function plainRecord({ scope, key, fingerprint }: RequestIdentity, answer: object): RememberedRequest {
  return { scope, key, fingerprint, answer: JSON.stringify(answer) };
}

/** Additional authenticated data: a sealed record can't be opened under another caller's key. */
function placeOf({ scope, key }: RequestIdentity): string {
  return `idempotency_keys|${JSON.stringify([scope, key])}`;
}
