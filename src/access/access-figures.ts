import { Injectable, Logger } from '@nestjs/common';

/** Who was refused what. */
export interface RefusedAccess {
  readonly code: string;
  readonly method: string;
  /** Of the request's target, as it was sent. */
  readonly path: string;
  /** Of the connection; that of a proxy, if there is one. */
  readonly address?: string;
  /** The client that limits per address count: behind a trusted proxy, the one that it names. */
  readonly client: string;
  /** Unknown without valid credentials. */
  readonly principal?: string;
  /** Why, beyond what the caller is told. */
  readonly reason?: string;
}

const CODES: readonly string[] = [
  'credentials-missing',
  'credentials-invalid',
  'credentials-expired',
  'forbidden',
  'tenant-mismatch',
  'too-many-requests',
  'identity-unavailable',
];
const MAX_LINES_PER_SECOND = 10;
const MAX_PATH = 200;
/** A proxy on the way may have encoded a path again. */
const MAX_ENCODINGS = 3;

/** Counts and logs refusals of access. A flood of them is counted in full and logged in part. */
@Injectable()
export class AccessFigures {
  private readonly log = new Logger('Access');
  /** By code; those that every service can meet are present from the start. */
  readonly refusals = new Map<string, number>(CODES.map((code) => [code, 0]));
  private second = 0;
  private lines = 0;

  note({ path, ...refused }: RefusedAccess): void {
    const { code } = refused;
    this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
    if (this.mayLog())
      this.log.warn({ msg: 'access refused', path: decoded(path).slice(0, MAX_PATH), ...refused });
  }

  private mayLog(): boolean {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.second) {
      this.second = second;
      this.lines = 0;
    }
    this.lines += 1;
    return this.lines <= MAX_LINES_PER_SECOND;
  }
}

/** With its ASCII characters as themselves, so that the log recognizes a credential in it and removes it. */
function decoded(path: string): string {
  let text = path;
  for (let round = 0; round < MAX_ENCODINGS && text.includes('%'); round += 1) {
    text = text.replace(/%([0-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
  return text;
}
