/** In the order of the menu. */
export const PAGES = [
  { path: '/capacity', label: 'Capacity' },
  { path: '/reservations', label: 'Reservations' },
  { path: '/find', label: 'Find room' },
  { path: '/providers', label: 'Providers and pools' },
  { path: '/subscriptions', label: 'Subscriptions' },
  { path: '/health', label: 'Health' },
] as const;
