import { welcome } from './app.welcome.js';

describe('the curl lines of the welcome', () => {
  const linesOf = (baseUrl: string, hasDemo: boolean, credential?: string) =>
    welcome({ baseUrl, hasDemo, credential, now: 0 }).match(/^ {2}curl .*$/gm) ?? [];

  it.each([true, false])('name the credential and take a private certificate (demo: %s)', (hasDemo) => {
    const lines = linesOf('https://127.0.0.1:3000', hasDemo, 'Authorization: Bearer $KEY');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toMatch(/^ {2}curl -k -H "Authorization: Bearer \$KEY" /);
  });

  it.each([true, false])('are plain where nothing more is needed (demo: %s)', (hasDemo) => {
    for (const line of linesOf('http://127.0.0.1:3000', hasDemo)) expect(line).toMatch(/^ {2}curl '?http:/);
  });
});
