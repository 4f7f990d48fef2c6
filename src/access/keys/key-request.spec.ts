import { keyRequest } from './key-request.js';

it.each(['', 'x'.repeat(256)])(
  'a key with a name that the API refuses is refused from the command line: %j',
  (name) => {
    expect(() => keyRequest({ name, role: 'admin' })).toThrow('name must be a text of 1 to 255 characters');
  },
);
