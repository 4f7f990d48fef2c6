import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { mergeFilter } from './filter-merge.js';

/**
 * The filter of a query, which comes as a JSON body (GET, QUERY, POST) or as query parameters. Declare the parameter
 * as a DTO class and it is validated like a body.
 */
export const Filter = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<Request>();
  // Express parses the query at each access. From here on the body is the whole filter, and its warnings are kept with it.
  if (request.url.includes('?')) request.body = mergeFilter(request.body, request.query);
  return request.body as unknown;
});
