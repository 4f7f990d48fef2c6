import { useComputedColorScheme } from '@mantine/core';

/** After Okabe and Ito: blue and orange stay apart in every common colour blindness, and differ in lightness too. */
export interface Palette {
  readonly ink: string;
  readonly faint: string;
  readonly grid: string;
  readonly background: string;
  readonly total: string;
  readonly allocated: string;
  readonly reserved: string;
  readonly available: string;
  readonly now: string;
  readonly alarm: string;
  readonly offer: string;
  readonly muted: string;
}

const LIGHT: Palette = {
  ink: '#1b2733',
  faint: '#5b6875',
  grid: '#e3e8ed',
  background: '#ffffff',
  total: '#1b2733',
  allocated: '#0b5a94',
  reserved: '#e69f00',
  available: '#cfe9df',
  now: '#b3246b',
  alarm: '#c8400a',
  offer: '#007a5e',
  muted: '#9aa6b2',
};

const DARK: Palette = {
  ink: '#e6ebf0',
  faint: '#a3afbb',
  grid: '#343b43',
  background: '#1e2227',
  total: '#e6ebf0',
  allocated: '#3f97d6',
  reserved: '#efb334',
  available: '#24493f',
  now: '#f08cbb',
  alarm: '#ff8a5c',
  offer: '#3ddcae',
  muted: '#6f7b87',
};

export function usePalette(): Palette {
  return useComputedColorScheme('light') === 'dark' ? DARK : LIGHT;
}
