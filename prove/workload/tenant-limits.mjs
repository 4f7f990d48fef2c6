/** Limit of each class that a tenant may hold in a zone at any instant: below the demand for a tenant, so that requests reach it. */
export const TENANT_LIMITS = { cores: 9, volumes: 9 };

/** Limits over all zones together, of one tenant: the service decides the requests of such a tenant one after the other. */
export const TENANT_LIMITS_ALL_ZONES = { nomad: { cores: 6, volumes: 6 } };
