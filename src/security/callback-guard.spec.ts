import { readConfiguration } from '../config/configuration.js';
import { CallbackGuard } from './callback-guard.js';

describe('CALLBACK_DEFAULT_URI', () => {
  const CREDENTIAL_KEYS = `k1:${Buffer.alloc(32).toString('base64')}`;
  const guard = (uri: string, networks?: string): CallbackGuard =>
    new CallbackGuard(
      readConfiguration({
        CREDENTIAL_KEYS,
        CALLBACK_DEFAULT_URI: uri,
        CALLBACK_ALLOWED_NETWORKS: networks,
      }),
    );

  it.each(['http://10.0.0.5:4000/notify', 'http://127.0.0.1', 'http://[fd00::1]/'])(
    'is refused at the start with the private address %s',
    (uri) => {
      expect(() => guard(uri)).toThrow('CALLBACK_ALLOWED_NETWORKS lists the networks that are allowed');
    },
  );

  it('may have a private address that is allowed, a public one or a name', () => {
    guard('http://10.0.0.5:4000/notify', '10.0.0.0/8');
    guard('https://9.9.9.9/');
    guard('https://receiver.example/notify');
  });
});
