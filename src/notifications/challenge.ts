import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { CHALLENGE_HEADER } from '../security/webhook-signature.js';

/** The challenge of a sender that is about to subscribe this service to something (docs/notifications.md, Challenge). */
export const Challenge = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<IncomingMessage>().headers[CHALLENGE_HEADER],
);
