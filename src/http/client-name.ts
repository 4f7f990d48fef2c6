import type { IncomingMessage } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';

const CLIENT = Symbol('client');

/** Trusted proxies whose requests name no client. */
const PROXIES = 'proxies';

interface NamedRequest extends IncomingMessage {
  [CLIENT]?: string;
}

/** Stores under which name the requests of a client are counted. */
export function noteClientName(request: NamedRequest, name = PROXIES): void {
  request[CLIENT] = name;
}

/** What limits per client address go by. */
export function clientNameOf(request: NamedRequest): string {
  return request[CLIENT] ?? PROXIES;
}

/** The name of a request's client, as a parameter of a controller's method. */
export const ClientName = createParamDecorator((_: unknown, context: ExecutionContext) =>
  clientNameOf(context.switchToHttp().getRequest<NamedRequest>()),
);
