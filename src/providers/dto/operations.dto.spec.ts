import { parseBody } from '../../http/body/validation.js';
import { DomainError } from '../../kernel/domain-error.js';
import { AddProviderRequest, readRegistration } from './operations.dto.js';

const least = {
  'provider-type': 'simulated',
  endpoint: 'http://cloud.example:5000/v3',
  username: 'operator',
  password: 'secret',
};

function read(body: object) {
  return readRegistration(parseBody(AddProviderRequest, body));
}

function refusalOf(body: object): DomainError {
  try {
    read(body);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('the body was taken');
}

describe('AddProviderRequest', () => {
  it('fills in the defaults', () => {
    expect(read(least)).toEqual({
      type: 'simulated',
      zoneId: 'default',
      endpoint: 'http://cloud.example:5000/v3',
      username: 'operator',
      password: 'secret',
      region: undefined,
      tenant: { id: undefined, name: undefined },
      userDomainName: 'Default',
      traits: {},
    });
  });

  it('takes the type in any case', () => {
    expect(read({ ...least, 'provider-type': 'OpenStack' }).type).toBe('openstack');
  });

  it.each([
    [{ zone: 'z', region: 'r' }, 'z'],
    [{ zone: null, region: 'r' }, 'r'],
    [{ region: '' }, 'default'],
    [{ region: null }, 'default'],
  ])('%j is in zone %s', (members, zoneId) => expect(read({ ...least, ...members }).zoneId).toBe(zoneId));

  it.each([
    [{ tenant: { id: 't1', name: 'Tenant' } }, { id: 't1', name: 'Tenant' }],
    [{ tenant: { id: '', name: 'Tenant' } }, { name: 'Tenant' }],
    [{ project: 'Project' }, { name: 'Project' }],
    [{ project: { id: 'p1' } }, { id: 'p1' }],
    [{ tenant: { name: 'Tenant' }, project: { name: 'Tenant' } }, { name: 'Tenant' }],
    [{ tenant: null, project: null }, {}],
  ])('%j is tenant %j', (members, tenant) => expect(read({ ...least, ...members }).tenant).toEqual(tenant));

  it('reads only the traits that are given', () => {
    const traits = { cpuArchitecture: 'arm64', typeOfStorage: null, rdmaSupported: 'TRUE' };
    expect(read({ ...least, traits }).traits).toEqual({ cpuArchitecture: 'arm64', rdmaSupported: true });
  });

  it.each([
    'HTTP://Cloud.example:5000/v3/',
    'http://cloud.example:5000/v3#top',
    'http://cloud.example:5000/v3//',
  ])('knows %s for the same endpoint', (endpoint) =>
    expect(read({ ...least, endpoint }).endpoint).toBe('http://cloud.example:5000/v3'),
  );

  it.each([
    ['provider-type', 'vmware'],
    ['provider-type', 7],
    ['endpoint', 'cloud.example'],
    ['endpoint', 'ftp://cloud.example'],
    ['endpoint', 'file:///etc/passwd'],
    ['endpoint', 'http://user:secret@cloud.example'],
    ['endpoint', `http://cloud.example/${'x'.repeat(2048)}`],
    ['username', ''],
    ['username', {}],
    ['password', 'x'.repeat(1025)],
    ['zone', ''],
    ['zone', 'a\nb'],
    ['zone', 'z'.repeat(256)],
    ['region', 7],
    ['tenant', 7],
    ['tenant', ['a']],
    ['project', 'p'.repeat(256)],
    ['user-domain-name', {}],
    ['traits', 'x86'],
  ])('refuses %s %j and names it', (member, value) => {
    const { fields, message } = refusalOf({ ...least, [member]: value });
    expect(fields.map(({ path }) => path)).toEqual([[member]]);
    expect(message).toContain(`${member} must be`);
  });

  it.each([
    [{ tenant: { id: 7 } }, ['tenant', 'id'], 'tenant.id must be'],
    [{ project: { name: [] } }, ['project', 'name'], 'project.name must be'],
    [{ traits: { rdmaSupported: 'maybe' } }, ['traits', 'rdmaSupported'], 'traits.rdmaSupported must be'],
  ])('names the whole path in %j', (members, path, text) => {
    const { fields, message } = refusalOf({ ...least, ...members });
    expect(fields.map((field) => field.path)).toEqual([path]);
    expect(message).toContain(text);
  });

  it('names everything that is missing, and repeats no password', () => {
    const { fields } = refusalOf({});
    expect(fields.map(({ path }) => path[0])).toEqual(['provider-type', 'endpoint', 'username', 'password']);
    const { message } = refusalOf({ ...least, password: { secret: 'hush' } });
    expect(message).not.toContain('hush');
  });
});
