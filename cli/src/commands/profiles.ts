import type { Context, Register } from '../context.js';
import { readProfiles, useProfile } from '../profiles.js';
import { tableText } from '../table.js';

export const addProfiles: Register = (program, handled) => {
  program
    .command('profiles')
    .description('list the profiles that are stored, without their keys')
    .action(handled(list));
  program
    .command('use')
    .description('make a stored profile the current one')
    .argument('<name>', 'name of the profile')
    .action(handled(use));
};

function list(context: Context): Promise<void> {
  const { current, profiles } = readProfiles(context.surroundings.env);
  const rows = Object.entries(profiles).map(([name, { url, tenant }]) => ({
    name,
    url,
    tenant,
    current: name === current,
  }));
  context.show(rows, () =>
    rows.length === 0
      ? "There are no profiles: 'headroom login' makes one.\n"
      : tableText(rows, {
          PROFILE: ({ name }) => name,
          URL: ({ url }) => url,
          TENANT: ({ tenant }) => tenant,
          CURRENT: (row) => (row.current ? 'yes' : undefined),
        }),
  );
  return Promise.resolve();
}

function use(context: Context, name: string): Promise<void> {
  const { url } = useProfile(context.surroundings.env, name);
  context.show({ profile: name, url }, () => `'${name}' is the current profile now: ${url}\n`);
  return Promise.resolve();
}
