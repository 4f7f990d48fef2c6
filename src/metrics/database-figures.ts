import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryZones, type ZonesRead } from '../database/across-zones.js';
import { isAway } from '../database/constraints.js';
import { inTime } from '../kernel/in-time.js';

/** Scrapers that come more often, or several of them, are given the same figures. */
const KEPT_SECONDS = 5;

/** A scrape is commonly given up after ten seconds; this leaves it most of them. */
const TIMEOUT_MS = 2_000;

/** The earlier answer holds so much longer while the next one is slow. A statement is ended before that. */
const LATE_SECONDS = 60;

interface Question {
  readonly read: () => Promise<unknown>;
  readonly keptSeconds: number;
  /** When it was last answered, by `performance.now()`. */
  answeredAt: number;
  answer?: unknown;
}

/** Figures that PostgreSQL counts: queried one after the other, at a scrape, and cached for some seconds. */
@Injectable()
export class DatabaseFigures {
  private readonly log = new Logger(DatabaseFigures.name);
  private readonly questions: Question[] = [];
  private underWay?: Promise<void>;
  /** The question that the database is answering. */
  private asked?: Question;
  private answers = false;

  constructor(private readonly dataSource: DataSource) {}

  /**
   * Has figures read with the others. What they cost must be in proportion to how long they are kept.
   *
   * @returns the last answer; undefined when there is none that still holds
   */
  keep<T>(read: () => Promise<T>, keptSeconds = KEPT_SECONDS): () => T | undefined {
    const question: Question = { read, keptSeconds, answeredAt: -Infinity };
    this.questions.push(question);
    return () => question.answer as T | undefined;
  }

  /** Like `keep`, for the rows of a statement; none is like no answer. */
  keepRows<R>(statement: string, parameters: () => unknown[] = () => []): () => readonly R[] {
    const rows = this.keep(() => this.dataSource.query<R[]>(statement, parameters()));
    return () => rows() ?? [];
  }

  /** The same for a read over all zones. */
  keepZoneRows<R extends object>(read: ZonesRead): () => readonly R[] {
    const rows = this.keep(() => queryZones<R>(this.dataSource.manager, read, []));
    return () => rows() ?? [];
  }

  /** Whether the database answered when it was last asked. */
  get isUp(): boolean {
    return this.answers;
  }

  /** Never fails. Waits for a slow database a little; what it answers later is there the next time. */
  async refresh(): Promise<void> {
    this.underWay ??= this.askAll().finally(() => (this.underWay = undefined));
    await inTime(this.underWay, TIMEOUT_MS, () => this.passOver());
  }

  private async askAll(): Promise<void> {
    this.asked = undefined;
    try {
      await this.dataSource.query('select');
      this.answers = true;
      for (const question of this.questions) await this.ask(question);
    } catch {
      this.forget();
    }
  }

  /**
   * The figure that takes so long keeps its earlier answer for a while, else one that always takes longer would never be
   * seen: its answer comes after the scrape, and is too old at the next.
   */
  private passOver(): void {
    const { asked } = this;
    if (!asked) this.forget();
    else if (!isNewer(asked, asked.keptSeconds + LATE_SECONDS)) asked.answer = undefined;
  }

  /** Figures that can't be read, as while migrations are missing, leave the others alone. */
  private async ask(question: Question): Promise<void> {
    if (isNewer(question, question.keptSeconds)) return;
    this.asked = question;
    try {
      question.answer = await question.read();
      question.answeredAt = performance.now();
    } catch (error) {
      question.answer = undefined;
      // A node of a cluster may be away while its coordinator answers.
      if (isAway(error)) await this.dataSource.query('select');
      else this.log.warn(`figures could not be counted: ${String(error)}`);
    }
  }

  private forget(): void {
    this.answers = false;
    for (const question of this.questions)
      Object.assign(question, { answer: undefined, answeredAt: -Infinity });
  }
}

function isNewer({ answeredAt }: Question, seconds: number): boolean {
  return performance.now() - answeredAt < seconds * 1000;
}
