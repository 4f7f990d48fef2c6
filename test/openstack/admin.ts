import { CLOUD } from './cloud.js';

type Keystone = (path: string, method?: string, body?: object) => Promise<any>;

/** Adds a tenant of the same user that has no network, unless the tenant exists. */
export async function addLonelyTenant(): Promise<void> {
  const keystone = await logIn();
  const name = CLOUD.lonelyTenant;
  await keystone('/projects', 'POST', { project: { name, domain_id: 'default' } });
  const project = (await keystone(`/projects?name=${name}`)).projects[0].id;
  const user = (await keystone(`/users?name=${CLOUD.username}`)).users[0].id;
  const role = (await keystone('/roles?name=member')).roles[0].id;
  await keystone(`/projects/${project}/users/${user}/roles/${role}`, 'PUT');
}

async function logIn(): Promise<Keystone> {
  const { username, password, tenant } = CLOUD.admin;
  const domain = { name: 'Default' };
  const identity = { methods: ['password'], password: { user: { name: username, domain, password } } };
  const auth = { identity, scope: { project: { name: tenant, domain } } };
  const answer = await send('/auth/tokens', 'POST', { auth });
  const token = answer.headers.get('x-subject-token') ?? '';
  return async (path, method = 'GET', body) => {
    const text = await (await send(path, method, body, token)).text();
    return text === '' ? undefined : JSON.parse(text);
  };
}

function send(path: string, method: string, body?: object, token?: string): Promise<Response> {
  return fetch(CLOUD.endpoint + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { 'x-auth-token': token }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}
