/** The most a tenant may hold in a zone at any instant: less than its share of what is asked for it, so that it is met. */
export const TENANT_LIMITS = { cores: 9, volumes: 9 };
