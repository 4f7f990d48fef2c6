import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Response } from 'express';
import type { AuthenticatedRequest } from '../../src/http/caller.js';
import type { Principal, Role } from '../../src/kernel/principal.js';

/** The header that only the service of a test understands. */
const HEADER = 'test-principal';

/** Makes the principal of a request the one that its header names; without the header it is anonymous, as ever. */
export function believePrincipals(app: NestExpressApplication): void {
  app.use((request: AuthenticatedRequest, _: Response, next: NextFunction) => {
    const text = request.headers[HEADER];
    if (text !== undefined) request.principal = JSON.parse(String(text)) as Principal;
    next();
  });
}

/** What a client sends to be a principal. */
export function as(role: Role, tenant?: string): Record<string, string> {
  const principal: Principal = { id: `test:${role}:${tenant ?? ''}`, role, tenant, scopes: [] };
  return { [HEADER]: JSON.stringify(principal) };
}

export const consumer = (tenant: string): Record<string, string> => as('consumer', tenant);
