import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { documentOf } from '../../../test/support/document.js';

const FILE = join(__dirname, 'openapi.ts');
const COMMAND = 'npm run client:generate';
const HEADER = `// Generated from the OpenAPI document of the service by \`${COMMAND}\`. Don't edit it.\n\n`;

/** Sorted, so that the order in which modules are listed makes no difference, and changes rarely meet in a merge. */
function sorted<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function generate(): Promise<string> {
  const { paths, components, ...rest } = documentOf();
  const document = {
    ...rest,
    paths: sorted(paths),
    components: { ...components, schemas: sorted(components.schemas) },
  };
  const nodes = await openapiTS(document as unknown as OpenAPI3, {
    silent: true,
    // A member of a request that has a default may be left out.
    defaultNonNullable: false,
  });
  return HEADER + astToString(nodes);
}

describe('the generated types of the client', () => {
  it('are those of the document of the service', async () => {
    const expected = await generate();
    if (process.env.CLIENT_TYPES === 'write') writeFileSync(FILE, expected);
    const isFresh = readFileSync(FILE, 'utf8') === expected;
    if (!isFresh) throw new Error(`${FILE} is stale: run '${COMMAND}' and commit the file`);
  });
});
