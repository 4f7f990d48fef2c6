/** The bodies of OpenStack's answers, member by member. test/openstack compares them with the real ones. */

const LINKS = [{ rel: 'self', href: 'http://elsewhere.invalid/' }];
const DOMAIN = { id: 'default', name: 'Default' };

/** Status → member of the body that contains the error. */
const PROBLEMS: Readonly<Record<number, string>> = {
  400: 'badRequest',
  403: 'forbidden',
  404: 'itemNotFound',
  409: 'conflictingRequest',
  413: 'overLimit',
};

export function problem(code: number, message: string): object {
  if (code === 401) return { error: { code, title: 'Unauthorized', message } };
  return { [PROBLEMS[code] ?? 'computeFault']: { code, message } };
}

export function tokenBody(issued: number, seconds: number, catalog: object[], projectId = 'p1'): object {
  return {
    token: {
      methods: ['password'],
      user: { domain: DOMAIN, id: 'u1', name: 'operator', password_expires_at: null },
      audit_ids: ['a1'],
      expires_at: new Date(issued + seconds * 1000).toISOString(),
      issued_at: new Date(issued).toISOString(),
      project: { domain: DOMAIN, id: projectId, name: 'promise' },
      is_domain: false,
      roles: [{ id: 'r1', name: 'member' }],
      catalog,
    },
  };
}

export function flavorBody(flavor: object): object {
  return {
    swap: '',
    'OS-FLV-EXT-DATA:ephemeral': 0,
    'OS-FLV-DISABLED:disabled': false,
    'os-flavor-access:is_public': true,
    rxtx_factor: 1,
    links: LINKS,
    ...flavor,
  };
}

/** The answer to `POST /servers`. */
export function acceptedBody(id: string): object {
  const facts = { 'OS-DCF:diskConfig': 'MANUAL', security_groups: [{ name: 'default' }], adminPass: 'x' };
  return { server: { id, links: LINKS, ...facts } };
}

/** The answer for a single server contains its fault. Lists do not. */
export function serverBody({ fault, ...server }: Record<string, any>, isAlone: boolean): object {
  return {
    tenant_id: 'p1',
    user_id: 'u1',
    hostId: '',
    image: { id: 'debian', links: LINKS },
    flavor: { id: '1', links: LINKS },
    updated: server.created,
    addresses: {},
    accessIPv4: '',
    accessIPv6: '',
    links: LINKS,
    'OS-DCF:diskConfig': 'MANUAL',
    'OS-EXT-AZ:availability_zone': '',
    config_drive: '',
    key_name: null,
    'OS-SRV-USG:launched_at': null,
    'OS-SRV-USG:terminated_at': null,
    'OS-EXT-STS:task_state': null,
    'OS-EXT-STS:vm_state': 'active',
    'OS-EXT-STS:power_state': 0,
    'os-extended-volumes:volumes_attached': [],
    ...server,
    ...(isAlone && fault ? { fault: { code: 500, created: server.created, ...fault } } : {}),
  };
}

export function computeLimitsBody(): object {
  const absolute = {
    maxTotalInstances: -1,
    maxTotalCores: 20,
    maxTotalRAMSize: 51200,
    maxServerMeta: 128,
    maxImageMeta: 128,
    maxPersonality: 5,
    maxPersonalitySize: 10240,
    maxTotalKeypairs: 100,
    maxServerGroups: 10,
    maxServerGroupMembers: 10,
    maxTotalFloatingIps: -1,
    maxSecurityGroups: -1,
    maxSecurityGroupRules: -1,
    totalRAMUsed: 0,
    totalCoresUsed: 0,
    totalInstancesUsed: 0,
    totalFloatingIpsUsed: 0,
    totalSecurityGroupsUsed: 0,
    totalServerGroupsUsed: 0,
  };
  return { limits: { rate: [], absolute } };
}

export function volumeLimitsBody(): object {
  const absolute = {
    maxTotalVolumes: 10,
    maxTotalSnapshots: 10,
    maxTotalVolumeGigabytes: 1000,
    maxTotalBackups: 10,
    maxTotalBackupGigabytes: 1000,
    totalVolumesUsed: 0,
    totalGigabytesUsed: 0,
    totalSnapshotsUsed: 0,
    totalBackupsUsed: 0,
    totalBackupGigabytesUsed: 0,
  };
  return { limits: { rate: [], absolute } };
}

export function networkQuotaBody(): object {
  const rest = { subnetpool: -1, rbac_policy: -1, security_group: -1, security_group_rule: -1 };
  return { quota: { network: -1, subnet: -1, port: -1, router: -1, floatingip: 50, ...rest } };
}
