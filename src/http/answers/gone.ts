import type { ServerResponse } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

/** Aborted when the connection of a request has closed, after its answer or before; a parameter of a controller's method. */
export const Gone = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const gone = new AbortController();
  const response = context.switchToHttp().getResponse<ServerResponse>();
  response.once('close', () => gone.abort());
  return gone.signal;
});
