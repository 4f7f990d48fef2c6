import { grants } from '../../config/access-parsers.js';
import { mappedPrincipal } from './mapped-principal.js';

const GRANTS = grants(
  'boss:admin,urn:ops:operator,reader:auditor,user:consumer,scraper:metrics,sender:notify',
);
const of = (...roles: string[]) => mappedPrincipal({ id: 'x', roles, tenant: 'red' }, GRANTS);

describe('the principal of a caller', () => {
  it('has the role that grants the most', () => {
    expect(of('user', 'reader', 'urn:ops')).toEqual({ id: 'x', role: 'operator', scopes: [] });
    expect(of('user', 'boss').role).toBe('admin');
    expect(of('user', 'scraper')).toEqual({ id: 'x', role: 'consumer', tenant: 'red', scopes: [] });
  });

  it('has the scopes of a machine without a role', () => {
    expect(of('sender', 'scraper', 'other')).toEqual({
      id: 'x',
      role: 'machine',
      scopes: ['metrics', 'notify'],
    });
  });

  it('is none without a role, or as a consumer without a tenant', () => {
    const refused = { name: 'AccessFailure', kind: 'forbidden' };
    expect(() => of('other', 'toString')).toThrow(expect.objectContaining(refused));
    for (const tenant of [undefined, '', 'a b', 'x'.repeat(256)]) {
      expect(() => mappedPrincipal({ id: 'x', roles: ['user'], tenant }, GRANTS)).toThrow(
        expect.objectContaining(refused),
      );
    }
  });
});
