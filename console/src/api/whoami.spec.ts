import { tryCredentials } from './whoami';

// The client of the page reads the page's address, which there is none of here.
jest.mock('./http', () => ({}));

describe('credentials that are tried', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each(['hr_“quoted”', 'hr_a\nb'])(
    'are refused for characters that no header can have: %j',
    async (secret) => {
      expect(await tryCredentials({ kind: 'bearer', secret })).toEqual({
        refused: expect.stringMatching(/characters/),
      });
    },
  );

  it('are those that the service accepts', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ role: 'admin' }));
    expect(await tryCredentials({ kind: 'bearer', secret: 'hr_good' })).toEqual({
      principal: { role: 'admin' },
    });
  });
});
