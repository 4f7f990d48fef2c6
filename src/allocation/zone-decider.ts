import { createHash } from 'node:crypto';
import type { Reply } from '../peers/peer-message.js';
import type { Peers } from '../peers/peers.js';

/** For how long another process has to be the only one that asks before it is told so. */
const ALONE_MILLISECONDS = 1_000;

const SELF = '';

/**
 * Which process decides a zone for all. Any may decide at any time, and the ledger stays right; but processes that write to a
 * zone in turns each pay for theirs, while one decides what all of them are asked in one batch. Who decides is written in the zone's row
 * along with each append: nobody is elected, and nobody has to be missed.
 */
export class ZoneDecider {
  private other?: string;
  /** Told by the other one to decide here: what the zone's row says is old until the first append. */
  private isTakingOver = false;
  /** Nobody else asks the other one. */
  private isAlone = false;
  /** The head of the zone's ledger that the other one has spoken of last. */
  private lastHeadTold = 0;
  private source = SELF;
  private onlySince = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly zoneId: string,
    private readonly peers: Pick<Peers, 'own' | 'isUsable'>,
  ) {}

  /** The process that decides in place of this one. */
  get elsewhere(): string | undefined {
    return this.other !== undefined && this.peers.isUsable(this.other) ? this.other : undefined;
  }

  /** What an append of this process is to leave in the zone's row; undefined leaves what is there. */
  get mark(): string | undefined {
    return this.elsewhere === undefined ? this.peers.own : undefined;
  }

  /**
   * Takes notice of who has marked the zone. Of two that both decide, one has to give way, and both have to know which: the one whose
   * name ranks lower in this zone.
   */
  noteMark(decidedBy: string | undefined): void {
    const { own } = this.peers;
    if (own === undefined || decidedBy === undefined || decidedBy === this.other) return;
    const isOther = decidedBy !== own;
    if (isOther && (this.isTakingOver || this.rank(decidedBy) < this.rank(own))) return;
    this.other = isOther ? decidedBy : undefined;
    this.isAlone = false;
  }

  /** An append of this process is stored. */
  noteAppended(): void {
    this.isTakingOver = false;
  }

  /** Takes notice of what the other process has said: whether nobody else asks it, and which head it knows. */
  noteReply({ isAlone, head }: Pick<Reply, 'isAlone' | 'head'>): void {
    this.isAlone ||= isAlone === true;
    this.lastHeadTold = head ?? this.lastHeadTold;
  }

  get headTold(): number {
    return this.lastHeadTold;
  }

  /** Whether this process had better decide itself, as soon as it knows what the other one has decided. */
  get isToTakeOver(): boolean {
    return this.isAlone && this.other !== undefined;
  }

  takeOver(): void {
    this.other = undefined;
    this.isAlone = false;
    this.isTakingOver = true;
  }

  /** Takes notice of a request of this process's own clients, or of another process: true when that alone has asked for some time. */
  noteSource(asker = SELF): boolean {
    const now = performance.now();
    if (asker !== this.source) {
      this.source = asker;
      this.onlySince = now;
    }
    return asker !== SELF && now - this.onlySince > ALONE_MILLISECONDS;
  }

  private rank(name: string): string {
    return createHash('sha256').update(`${this.zoneId} ${name}`).digest('hex');
  }
}
