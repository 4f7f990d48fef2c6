import { createTheme, DEFAULT_THEME, Drawer, Modal, type MantineColorsTuple } from '@mantine/core';

/** From the favicon's blue; shade 8 has 7:1 on white, shade 3 the same on the dark background. */
const harbour: MantineColorsTuple = [
  '#eaf5fc',
  '#d3e8f6',
  '#a6d0ec',
  '#75b6e2',
  '#4da0d9',
  '#3392d4',
  '#1f7fbf',
  '#12679f',
  '#0b5384',
  '#0b3b5c',
];

/** The library's shade 8 is too light for words on white, and its red 7 for white words on it: 4.5:1 is the least. */
function darkened(
  name: 'orange' | 'red' | 'teal' | 'yellow',
  eighth: string,
  seventh?: string,
): MantineColorsTuple {
  const [a, b, c, d, e, f, g, h] = DEFAULT_THEME.colors[name];
  return [a, b, c, d, e, f, g, seventh ?? h, eighth, eighth];
}

const colors = {
  harbour,
  orange: darkened('orange', '#a83c06'),
  red: darkened('red', '#b82020', '#cf2a2a'),
  teal: darkened('teal', '#066c4c'),
  yellow: darkened('yellow', '#805400'),
};

export const theme = createTheme({
  primaryColor: 'harbour',
  primaryShade: { light: 8, dark: 7 },
  colors,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.1rem' }, h3: { fontSize: '1rem' } },
  },
  respectReducedMotion: true,
  components: {
    // Their header is none of the page.
    Drawer: Drawer.extend({ defaultProps: { attributes: { header: { role: 'none' } } } }),
    Modal: Modal.extend({ defaultProps: { attributes: { header: { role: 'none' } } } }),
  },
});
