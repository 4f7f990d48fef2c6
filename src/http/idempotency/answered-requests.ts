import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { asDomainError } from '../../database/constraints.js';
import type { Remember, RememberedRequest } from '../../database/remembered-request.js';
import { Clock } from '../../kernel/clock.js';
import { DomainError } from '../../kernel/domain-error.js';
import { Rounds } from '../../kernel/rounds.js';
import { SealedSecrets } from '../../security/sealed-secrets.js';
import type { KeyedRequest } from './idempotency-key.js';

const KEPT_SECONDS = 48 * 3600;
const SWEEP_MILLISECONDS = 600_000;
const SWEPT_AT_ONCE = 10_000;

interface Answered {
  readonly fingerprint: string;
  readonly answer: object;
}

type StoredRow = Answered & { readonly sealed: string | null };

/**
 * Answers a request that is repeated under the same `Idempotency-Key` as it was answered first, without a second
 * effect. What is remembered is written in the transaction of the effect, so there is no moment between the two.
 * Refusals are not remembered: they had no effect, and asking again may succeed.
 */
@Injectable()
export class AnsweredRequests implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(AnsweredRequests.name);
  /**
   * Requests under a key go one after the other in this process: the second finds the first one's answer. Of those that meet in two
   * processes the database refuses one.
   */
  private readonly underWay = new Map<string, Promise<void>>();
  private readonly sweeping = new Rounds(
    () => this.sweep(),
    SWEEP_MILLISECONDS,
    (error) => this.log.warn(`old idempotency keys are swept later: ${String(error)}`),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: SealedSecrets,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweeping.stop();
  }

  /**
   * @param run has the effect, and hands on what is to be remembered with it
   * @param answer what the client gets, made of what `run` resolves with
   * @throws DomainError `idempotency-key-reused` when the key was used for another request
   */
  once<T>(
    request: KeyedRequest | undefined,
    run: (remember?: Remember<T>) => Promise<T>,
    answer: (value: T) => object,
  ): Promise<object> {
    return this.perform(request, run, answer, plainRecord);
  }

  /** As `once`, for what is asked with a secret or answered with one: both are remembered encrypted. */
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
    record: (request: KeyedRequest, answer: object) => RememberedRequest,
  ): Promise<object> {
    if (!request) return answer(await run());
    const turn = placeOf(request);
    while (this.underWay.has(turn)) await this.underWay.get(turn);
    const performed = this.performAlone(request, run, answer, record);
    const ended = performed.then(nothing, nothing).finally(() => this.underWay.delete(turn));
    this.underWay.set(turn, ended);
    return performed;
  }

  private async performAlone<T>(
    request: KeyedRequest,
    run: (remember?: Remember<T>) => Promise<T>,
    answer: (value: T) => object,
    record: (request: KeyedRequest, answer: object) => RememberedRequest,
  ): Promise<object> {
    const before = await this.answerTo(request);
    if (before) return before;
    try {
      return answer(await run((value) => record(request, answer(value))));
    } catch (error) {
      const refused = asDomainError(error);
      if (!(refused instanceof DomainError) || refused.code !== 'idempotency-key-taken') throw error;
      const meanwhile = await this.answerTo(request);
      if (!meanwhile) throw refused;
      return meanwhile;
    }
  }

  private async answerTo(request: KeyedRequest): Promise<object | undefined> {
    const { scope, key, fingerprint } = request;
    const [row] = await this.dataSource.query<StoredRow[]>(
      `select fingerprint, answer, sealed from idempotency_keys where scope = $1 and key = $2`,
      [scope, key],
    );
    if (!row) return undefined;
    const found = row.sealed === null ? row : this.opened(request, row.sealed);
    if (found.fingerprint === fingerprint) {
      request.markReplayed();
      return found.answer;
    }
    const message = 'Idempotency-Key was used for a different request';
    const fields = [{ path: ['Idempotency-Key'], detail: message }];
    throw new DomainError('invalid', 'idempotency-key-reused', message, { fields });
  }

  private sealedRecord(request: KeyedRequest, answer: object): RememberedRequest {
    const { scope, key, fingerprint } = request;
    return {
      scope,
      key,
      sealed: this.secrets.seal(JSON.stringify({ fingerprint, answer }), placeOf(request)),
    };
  }

  private opened(request: KeyedRequest, sealed: string): Answered {
    return JSON.parse(this.secrets.open(sealed, placeOf(request))) as Answered;
  }

  /** Forgets what is older than clients may rely on. */
  async sweep(): Promise<void> {
    const before = new Date((this.clock.now() - KEPT_SECONDS) * 1000);
    let swept = SWEPT_AT_ONCE;
    while (swept === SWEPT_AT_ONCE) {
      const [, count] = await this.dataSource.query<[unknown[], number]>(
        `delete from idempotency_keys
          where (scope, key) in (select scope, key from idempotency_keys where created_at < $1 limit ${SWEPT_AT_ONCE})`,
        [before],
      );
      swept = count;
    }
  }
}

function nothing(): void {
  // What has come of it is for the one that has asked.
}

function plainRecord({ scope, key, fingerprint }: KeyedRequest, answer: object): RememberedRequest {
  return { scope, key, fingerprint, answer: JSON.stringify(answer) };
}

/** A sealed record can't be opened under the key of another caller. */
function placeOf({ scope, key }: KeyedRequest): string {
  return `idempotency_keys|${JSON.stringify([scope, key])}`;
}
