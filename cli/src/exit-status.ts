/** Exit statuses of the program, for scripts. */
export const EXIT = {
  done: 0,
  usage: 2,
  conflict: 3,
  refused: 4,
  unreachable: 5,
  /** 128 and the number of the signal, as shells do. */
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];
