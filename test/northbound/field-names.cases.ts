import { documentOf } from '../support/document.js';
import { SAMPLE } from '../../src/openapi/samples.js';
import { dotted } from '../../src/kernel/domain-error.js';
import { stopSound } from '../support/readings.js';
import { startService, type RunningService } from '../support/service.js';
import { bodyOperations, withMember, type BodyMember } from './api-members.js';
import { ApiSchemas, operationsOf } from './api-schemas.js';

const document = documentOf();
const schemas = new ApiSchemas(document, false);
const WRONG = ['nonsense', -1, 5, true];

const wrongValueOf = (schema: object): unknown =>
  WRONG.find((value) => schemas.flaws(schema, value) !== undefined);

/** The answer has a pointer to the field, and its text names it. */
function isNamed({ detail, message, errors = [] }: any, path: BodyMember['path']): boolean {
  const pointer = path.map((part) => `/${part}`).join('');
  const isPointed = errors.some(
    (error: any) => error.pointer === pointer && error.detail.includes(dotted(path)),
  );
  return isPointed && String(detail ?? message).includes(dotted(path));
}

describe('a message names the wrong field as it was spelled', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
    await service.provider({ cores: 10, ram: 1e5, instances: 10, addresses: 5 }, { zone: SAMPLE.zone });
  });
  afterAll(() => stopSound(service));
  it.each(bodyOperations(document))('in a body of $name', async ({ method, path, example, members }) => {
    const unnamed: unknown[] = [];
    for (const { path: member, schema } of members) {
      const wrong = wrongValueOf(schema);
      expect([member, wrong]).not.toContain(undefined);
      const body = withMember(example, member, wrong);
      const address = path.replace(/\{\w+\}/, SAMPLE.reservation);
      const { body: answer } = await service.http[method as 'post'](address).send(body);
      if (!isNamed(answer, member)) unnamed.push([dotted(member), wrong, answer]);
    }
    expect(unnamed).toEqual([]);
  });

  const questions = operationsOf(document).filter(
    ({ path, operation }) => path.endsWith('/query') && operation.parameters,
  );

  it.each(questions)('among the parameters of $name', async ({ path, operation }) => {
    const unnamed: unknown[] = [];
    const [{ value: example }] = Object.values<any>(
      operation.requestBody.content['application/json'].examples,
    );
    for (const { name, schema } of operation.parameters) {
      const wrong = schema.type === 'array' ? wrongValueOf(schema.items) : wrongValueOf(schema);
      if (typeof wrong !== 'string') continue;
      const body = Object.hasOwn(example, name) ? {} : example;
      const { body: answer } = await service.http
        .get(path)
        .query({ [name]: wrong })
        .send(body);
      if (!isNamed(answer, name.split('.'))) unnamed.push([name, answer]);
    }
    expect(unnamed).toEqual([]);
  });
});
