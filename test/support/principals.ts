import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Response } from 'express';
import type { AuthenticatedRequest } from '../../src/http/caller.js';
import type { Principal, Role } from '../../src/kernel/principal.js';

/** A header that only test services read. */
const HEADER = 'test-principal';

/** Sets the principal of a request to the one in its header. Without the header it stays anonymous. */
export function believePrincipals(app: NestExpressApplication): void {
  app.use((request: AuthenticatedRequest, _: Response, next: NextFunction) => {
    const text = request.headers[HEADER];
    if (text !== undefined) request.principal = JSON.parse(String(text)) as Principal;
    next();
  });
}

/** The headers of a client that acts as a principal. */
export function as(role: Role, tenant?: string): Record<string, string> {
  const principal: Principal = { id: `test:${role}:${tenant ?? ''}`, role, tenant, scopes: [] };
  return { [HEADER]: JSON.stringify(principal) };
}

export const consumer = (tenant: string): Record<string, string> => as('consumer', tenant);
