import { DomainError } from '../kernel/domain-error.js';
import type { Clock } from '../kernel/clock.js';
import type { Peers } from '../peers/peers.js';
import type { Question, Reply } from '../peers/peer-message.js';
import type { Admission } from './admission.js';
import {
  refusalFrom,
  refusalMessage,
  type AdmissionMaker,
  type Command,
  type CommandOutcome,
} from './command.js';
import { outcomeUnknown } from './refusals.js';
import type { ZoneLoop } from './zone-loop.js';

/**
 * By how much the clocks of two processes may differ for one to decide for the other: what is asked for from now on means the clock of
 * the process that was asked. A question may have been under way for as long as a reply is waited for.
 */
const MOST_BEHIND_SECONDS = 1;
const MOST_AHEAD_SECONDS = 4;

/** What has become of admissions that one process has another decide. */
export interface DelegationFigures {
  /** Handed to another process. */
  readonly delegated: number;
  /** Of these, decided here after all, as no answer came or none that settles it. */
  readonly takenBack: number;
  /** Handed to this process by others. */
  readonly forOthers: number;
}

/**
 * Has admissions decided by the process that decides their zone, and decides those of others. Whatever goes wrong on the way is
 * no reason to refuse: the admission is decided here then, once it is known not to have been stored there.
 */
export class Delegation {
  private readonly makers = new Map<string, AdmissionMaker>();
  private readonly counts = { delegated: 0, takenBack: 0, forOthers: 0 };

  constructor(
    private readonly peers: Peers,
    private readonly clock: Clock,
    private readonly loopOf: (zoneId: string) => ZoneLoop,
    private readonly decideHere: <T>(
      zoneId: string,
      admission: Admission<T>,
      isForOther?: boolean,
    ) => Promise<T>,
  ) {
    peers.answerBy((question, asker) => this.reply(question, asker));
  }

  get figures(): DelegationFigures {
    return this.counts;
  }

  /** Which admission a command of this name stands for. */
  register(name: string, maker: AdmissionMaker): void {
    this.makers.set(name, maker);
  }

  /** @throws DomainError as `AllocationService.admit` does */
  async decide<T>(zoneId: string, admission: Admission<T>, command: Command<T>): Promise<T> {
    const loop = this.loopOf(zoneId);
    const { decider } = loop;
    decider.noteSource();
    const peer = decider.elsewhere;
    if (peer === undefined) return this.decideHere(zoneId, admission);
    const { name, body } = command;
    const question = { zoneId, name, body, now: this.clock.now(), head: loop.knownHead };
    const asked = await loop.waitElsewhere(() => this.peers.ask(peer, question));
    if (asked === 'unsent') return this.decideHere(zoneId, admission);
    this.counts.delegated += 1;
    const { value, refusal } = outcomeOf(asked);
    if (asked !== 'lost') decider.noteReply(asked);
    if (value !== undefined) return command.read(value);
    if (refusal) throw refusalFrom(refusal);
    this.counts.takenBack += 1;
    return this.takeBack(zoneId, command.again());
  }

  /**
   * Decides here what the other process may have decided, or may yet. Who comes second finds it in the ledger; but that it is
   * refused here does not mean that it won't be stored there.
   */
  private async takeBack<T>(zoneId: string, again: Admission<T>): Promise<T> {
    try {
      return await this.decideHere(zoneId, again);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      throw outcomeUnknown(error);
    }
  }

  private async reply({ zoneId, name, body, now, head }: Question, asker: string): Promise<Reply> {
    const maker = this.makers.get(name);
    const ahead = this.clock.now() - now;
    if (!maker || ahead < -MOST_BEHIND_SECONDS || ahead > MOST_AHEAD_SECONDS) return { askNoMore: true };
    const loop = this.loopOf(zoneId);
    const isAlone = loop.decider.noteSource(asker);
    this.counts.forOthers += 1;
    const outcome = await this.outcomeOf(zoneId, maker(body as never, head));
    return { outcome, isAlone, head: loop.knownHead };
  }

  /** What is no refusal is for the asker to find out himself. */
  private async outcomeOf(zoneId: string, admission: Admission<unknown>): Promise<CommandOutcome> {
    try {
      return { value: await this.decideHere(zoneId, admission, true) };
    } catch (error) {
      const isFinal = error instanceof DomainError && error.kind !== 'unavailable';
      return isFinal ? { refusal: refusalMessage(error) } : {};
    }
  }
}

function outcomeOf(asked: Reply | 'lost'): CommandOutcome {
  return (asked === 'lost' ? undefined : (asked.outcome as CommandOutcome | undefined)) ?? {};
}
