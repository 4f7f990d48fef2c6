import { isOpenPath } from './paths.js';

it.each([
  '/',
  '/livez',
  '/Readyz/',
  '/openapi.json?x=1',
  '/docs',
  '/docs/swagger-ui.css',
  '/console/assets/index.js',
])('%s is open', (target) => {
  expect(isOpenPath(target)).toBe(true);
});

it.each([
  '*',
  '//livez',
  '/metrics',
  '/livez/x',
  '/docsx',
  '/consoles',
  '/reservations?path=/livez',
  '/create-reservation#/livez',
  '/keys',
])('%s is not', (target) => {
  expect(isOpenPath(target)).toBe(false);
});
