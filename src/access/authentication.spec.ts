import type { Configuration } from '../config/configuration.js';
import { Authentication } from './authentication.js';

it('names Keystone in ASCII, as a header has to', () => {
  const configuration = { auth: ['keystone'], keystoneUrl: 'https://ключ.example:5000/v3' };
  const none = undefined as never;
  const authentication = new Authentication(
    configuration as Partial<Configuration> as Configuration,
    none,
    none,
    none,
    none,
  );
  expect(authentication.ways.keystone).toBe('https://xn--j1ac0b1a.example:5000/v3');
});
