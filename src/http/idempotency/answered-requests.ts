import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Remember } from '../../allocation/admission.js';
import { Clock } from '../../kernel/clock.js';
import { DomainError } from '../../kernel/domain-error.js';
import { Rounds } from '../../kernel/rounds.js';
import type { KeyedRequest } from './idempotency-key.js';

const KEPT_SECONDS = 48 * 3600;
const SWEEP_MILLISECONDS = 600_000;
const SWEPT_AT_ONCE = 10_000;

/**
 * Answers a request that is repeated under the same `Idempotency-Key` as it was answered first, without a second
 * effect. What is remembered is written in the transaction of the effect, so there is no moment between the two.
 * Refusals are not remembered: they had no effect, and asking again may succeed.
 */
@Injectable()
export class AnsweredRequests implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(AnsweredRequests.name);
  private readonly sweeping = new Rounds(
    () => this.sweep(),
    SWEEP_MILLISECONDS,
    (error) => this.log.warn(`old idempotency keys are swept later: ${String(error)}`),
  );

  constructor(
    private readonly dataSource: DataSource,
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
  async once<T>(
    request: KeyedRequest | undefined,
    run: (remember?: Remember<T>) => Promise<T>,
    answer: (value: T) => object,
  ): Promise<object> {
    if (!request) return answer(await run());
    const before = await this.answerTo(request);
    if (before) return before;
    try {
      return answer(await run((value) => ({ ...request, answer: answer(value) })));
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'idempotency-key-taken') throw error;
      const meanwhile = await this.answerTo(request);
      if (!meanwhile) throw error;
      return meanwhile;
    }
  }

  private async answerTo({ key, fingerprint }: KeyedRequest): Promise<object | undefined> {
    const [found] = await this.dataSource.query<{ fingerprint: string; answer: object }[]>(
      `select fingerprint, answer from idempotency_keys where key = $1`,
      [key],
    );
    if (!found || found.fingerprint === fingerprint) return found?.answer;
    const message = 'Idempotency-Key was used for a different request';
    const fields = [{ path: ['Idempotency-Key'], detail: message }];
    throw new DomainError('invalid', 'idempotency-key-reused', message, { fields });
  }

  private async sweep(): Promise<void> {
    const before = new Date((this.clock.now() - KEPT_SECONDS) * 1000);
    let swept = SWEPT_AT_ONCE;
    while (swept === SWEPT_AT_ONCE) {
      const [, count] = await this.dataSource.query<[unknown[], number]>(
        `delete from idempotency_keys
          where key in (select key from idempotency_keys where created_at < $1 limit ${SWEPT_AT_ONCE})`,
        [before],
      );
      swept = count;
    }
  }
}
