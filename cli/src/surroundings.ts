import type { Readable } from 'node:stream';

/** Where a command writes. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  /** Width of the terminal. */
  readonly columns?: number;
}

/** All that a command has from outside; a test passes its own. */
export interface Surroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  now(): Date;
  /** Aborted by Ctrl-C and the like; the reason may be an `Interruption`. */
  readonly signal: AbortSignal;
  /**
   * Waits until the output is written.
   *
   * @throws OutputLostError
   */
  written?(): Promise<void>;
  /** Of this package. */
  readonly version: string;
}
