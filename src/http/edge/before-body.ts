import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { answerError } from '../answers/error.filter.js';

/** Sees a request whose body has not been read. Answers it, or lets it proceed. */
export type BeforeBody = (request: IncomingMessage, response: ServerResponse, proceed: () => void) => void;

/**
 * Runs Express handlers in turn before the body of a request is read and before the request takes a place. The first error
 * is answered, and no more of the request is read than the rest of its body, which is dropped.
 */
export function beforeBody(handlers: readonly RequestHandler[]): BeforeBody {
  return (asked, answered, proceed) => {
    // `JsonAdapter` makes them with Express's prototypes.
    const request = asked as Request;
    const response = answered as Response;
    let next = 0;
    const fail = (error: unknown): void => answerError(error, request, response);
    const step = (error?: unknown): void => {
      if (error !== undefined) fail(error);
      else if (next === handlers.length) proceed();
      else run(handlers[next++]);
    };
    const run = (handler: RequestHandler): void => {
      try {
        const work = handler(request, response, step);
        if (work instanceof Promise) work.catch(fail);
      } catch (error) {
        fail(error);
      }
    };
    step();
  };
}
