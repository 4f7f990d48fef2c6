import { applyDecorators } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';

const SCHEMA = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' };

const IDEMPOTENCY_KEY =
  'Names the request. Repeated under the same key it is answered as before, without a second effect, for two days; ' +
  'the answer then has `Idempotency-Replayed: true`. The consumers of a tenant share their keys; each operator, admin or ' +
  'machine has keys of its own, for each `Headroom-Tenant`. Without authentication, keys are those of the `Headroom-Tenant`. ' +
  'Others may use the same. Another request under the key is refused (`idempotency-key-reused`). Refusals are not remembered.';

const TENANT =
  'The tenant for which an operator or admin sends the request. A consumer leaves it out or sends its own ' +
  'tenant. The amounts of the tenant count against the limits of the operator, and a subscription to all ' +
  'reservations covers those of the tenant. Without authentication the service trusts the header, so a ' +
  'proxy in front of it has to set it.';

const KEYS_TENANT = 'The tenant for which the `Idempotency-Key` is used.';

export interface HeaderUse {
  /** Whether a repetition under the same `Idempotency-Key` is answered without a second effect. */
  readonly repeatable?: boolean;
  /** Whether it is made for a tenant, see `Headroom-Tenant`. */
  readonly forTenant?: boolean;
}

/** The headers that an operation reads. */
export function RequestHeaders({ repeatable = false, forTenant = false }: HeaderUse): MethodDecorator {
  return applyDecorators(
    ...(forTenant ? [header('Headroom-Tenant', TENANT)] : []),
    ...(repeatable && !forTenant ? [header('Headroom-Tenant', KEYS_TENANT)] : []),
    ...(repeatable ? [header('Idempotency-Key', IDEMPOTENCY_KEY)] : []),
  );
}

function header(name: string, description: string): MethodDecorator {
  return ApiHeader({ name, required: false, description, schema: SCHEMA });
}
