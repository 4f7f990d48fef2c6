/** In the order of the menu. A page that needs a right is left out for those who don't have it. */
export const PAGES = [
  { path: '/capacity', label: 'Capacity' },
  { path: '/reservations', label: 'Reservations' },
  { path: '/find', label: 'Find room' },
  { path: '/reports', label: 'Reports' },
  { path: '/providers', label: 'Providers and pools', needs: 'see-providers' },
  { path: '/subscriptions', label: 'Subscriptions' },
  { path: '/health', label: 'Health', needs: 'see-health' },
] as const;
