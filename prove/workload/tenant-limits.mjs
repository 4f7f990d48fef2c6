/** Limit of each class that a tenant may hold in a zone at any instant: below the demand for a tenant, so that requests reach it. */
export const TENANT_LIMITS = { cores: 9, volumes: 9 };
