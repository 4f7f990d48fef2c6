import { Described, OneOf, OPTIONAL, Word, Words } from '../../openapi/members.js';
import { Read } from '../../openapi/operations.js';
import { example } from '../../openapi/samples.js';
import { ROLES } from '../../kernel/principal.js';

@Described({
  name: 'Principal',
  description: 'The principal as which the service has authenticated the caller.',
})
export class PrincipalAnswer {
  @Word('Its id: that of the audit log.') id!: string;
  @OneOf(ROLES, 'Its role.') role!: string;
  @Word('The tenant of a consumer; objects of other tenants are unknown to it.', OPTIONAL)
  tenant?: string;
  @Words('A scope.', 'Scopes of a machine; empty for other roles.') scopes!: readonly string[];
}

export const WhoAmI = () =>
  Read({
    id: 'whoAmI',
    tag: 'Access',
    summary: 'The principal as which the service has authenticated the caller',
    says: 'The principal of the request; `anonymous` while authentication is off.',
    answer: PrincipalAnswer,
    answers: example({
      id: 'key:0199f7c3-4d5e-7a6f-8b70-91a2b3c4d5e6',
      role: 'consumer',
      tenant: 'red',
      scopes: [],
    }),
  });
