import type { OpenAPIObject } from '@nestjs/swagger';
import { SECURITY_SCHEMES } from '../http/allow.js';

type Schemes = NonNullable<NonNullable<OpenAPIObject['components']>['securitySchemes']>;

/** The ways to authenticate; `AUTH` says which of them a service accepts. */
export const SCHEMES: Schemes = {
  [SECURITY_SCHEMES.bearer]: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key of the service (`hr_…`), or an access token of an OpenID provider that the operator has named.',
  },
  [SECURITY_SCHEMES.keystone]: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Auth-Token',
    description: "A project's token of the Keystone that the operator has named.",
  },
};
