import type { IncomingMessage, ServerResponse } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { CHALLENGE_HEADER } from '../security/webhook-signature.js';
import type { ChallengeEcho } from './dto/inbox-answers.js';

/** Agrees to a challenge: the answer is 200. */
export type Agree = () => ChallengeEcho;

/**
 * Of the challenge of a sender that is about to subscribe this service to something (docs/notifications.md, Challenge); undefined:
 * the request is no challenge.
 */
export const Challenged = createParamDecorator((_: unknown, context: ExecutionContext): Agree | undefined => {
  const http = context.switchToHttp();
  const challenge = http.getRequest<IncomingMessage>().headers[CHALLENGE_HEADER];
  if (typeof challenge !== 'string') return undefined;
  return () => {
    http.getResponse<ServerResponse>().statusCode = 200;
    return { challenge };
  };
});
