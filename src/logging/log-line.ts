/** A line with members of its own beside its text, such as `requestId`. */
export interface LogLine {
  readonly msg: string;
  readonly [member: string]: string | number | boolean | undefined;
}

export function isLogLine(message: unknown): message is LogLine {
  return typeof message === 'object' && message !== null && 'msg' in message;
}
