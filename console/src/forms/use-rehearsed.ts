import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { operate, type Outcome } from '../api/operation';

/** What an answer to a dry run may say, besides its message. */
export interface Rehearsed {
  readonly message: string;
  readonly placement?: {
    readonly zone: string;
    readonly claims: readonly {
      readonly 'provider-id': string;
      readonly capacity: Readonly<Record<string, number>>;
    }[];
  };
  /** Of a series. */
  readonly occurrences?: readonly unknown[];
  readonly state?: 'waiting';
  readonly moved?: readonly string[];
  readonly 'in-conflict'?: readonly string[];
  readonly 'admitted-again'?: readonly string[];
  /** Those that waited. */
  readonly admitted?: readonly string[];
}

export interface Flow {
  /** What the service says would happen, of the request as it is now. */
  readonly rehearsal?: Outcome<Rehearsed>;
  readonly result?: Outcome<{ readonly message: string }>;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly check: () => void;
  readonly go: () => void;
}

type Operation =
  | 'create-reservation'
  | 'update-reservation'
  | 'cancel-reservation'
  | 'increase-capacity'
  | 'decrease-capacity';

type Doing<B> = UseMutationResult<Outcome<{ readonly message: string }>, Error, B>;

/** Asks for a dry run first, then does it. An answer counts only for the request it was given to. */
export function useRehearsed<B extends object>(operation: Operation, body: B, doing: Doing<B>): Flow {
  const [asked, setAsked] = useState<string>();
  const rehearsal = useMutation({
    mutationFn: (request: B) => operate<Rehearsed>(operation, { ...request, 'dry-run': true }),
  });
  const current = JSON.stringify(body);
  const isCurrent = asked === current;
  const begin = (): void => {
    setAsked(current);
    rehearsal.reset();
    doing.reset();
  };
  return {
    rehearsal: isCurrent ? rehearsal.data : undefined,
    result: isCurrent ? doing.data : undefined,
    error: isCurrent ? (doing.error ?? rehearsal.error) : null,
    isBusy: rehearsal.isPending || doing.isPending,
    check: () => {
      begin();
      rehearsal.mutate(body);
    },
    go: () => {
      begin();
      doing.mutate(body);
    },
  };
}
