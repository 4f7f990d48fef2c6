import { secretForms } from './secret-forms.js';

const SECRET = `p"a<s>s&w'ö rd/+=`;

function spared(text: string): string {
  return secretForms(SECRET).reduce((left, form) => left.replaceAll(form, '***'), text);
}

describe('the forms of a secret', () => {
  it.each([
    ['as it is', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['URL-encoded in lower case', encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase())],
    ['in a form', new URLSearchParams({ p: SECRET }).toString().slice(2)],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in JSON of ASCII', JSON.stringify(SECRET).slice(1, -1).replace('ö', '\\u00f6')],
    ['in HTML', `p&quot;a&lt;s&gt;s&amp;w&#39;ö rd/+=`],
  ])('%s', (_, text) => {
    expect(spared(`it says ${text}, twice ${text}`)).toBe('it says ***, twice ***');
  });

  it.each(['', 'u:', 'me:', 'you:'])('in the base64 of %j and it', (before) => {
    const text = Buffer.from(`${before}${SECRET}:after`).toString('base64');
    const left = Buffer.from(spared(text).replace('***', ''), 'base64').toString('utf8');
    expect(spared(text)).toContain('***');
    expect(left).not.toContain(`s&w`);
  });

  it('of a short secret leave out what would be found in other words', () => {
    expect(secretForms('ab')).toEqual(['ab']);
  });
});
