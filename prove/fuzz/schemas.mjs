import { Ajv2020 } from 'ajv/dist/2020.js';
import { resolve } from './api.mjs';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** The schemas of answers in the OpenAPI document. A member that a schema does not name is a flaw, too. */
export class Schemas {
  #document;
  #ajv = new Ajv2020({ allErrors: true, strict: false });
  #compiled = new Map();

  constructor(document) {
    this.#document = document;
    this.#ajv.addFormat('uuid', UUID);
    this.#ajv.addFormat('date-time', (text) => RFC_3339.test(text) && !Number.isNaN(Date.parse(text)));
    this.#ajv.addFormat('uri', (text) => URL.canParse(text));
    this.#ajv.addFormat('password', true);
    for (const [name, schema] of Object.entries(document.components.schemas))
      this.#ajv.addSchema(closed(schema), name);
  }

  /** The answer that an operation documents for a status; undefined for none. */
  documented({ description }, status) {
    return resolve(this.#document, description.responses[status]);
  }

  /** Describes what is wrong with a body; undefined: nothing. `schema`: a documented schema, or the name of a component. */
  flaw(schema, body) {
    const validate = this.#validator(schema);
    if (validate(body)) return undefined;
    return validate.errors
      .slice(0, 3)
      .map(({ instancePath, message, params }) =>
        `${instancePath || '/'} ${message} ${params.additionalProperty ?? ''}`.trim(),
      )
      .join('; ');
  }

  #validator(schema) {
    if (typeof schema === 'string') return this.#ajv.getSchema(schema);
    if (!this.#compiled.has(schema)) this.#compiled.set(schema, this.#ajv.compile(closed(schema)));
    return this.#compiled.get(schema);
  }
}

function closed(schema) {
  return JSON.parse(JSON.stringify(schema), (_, value) => {
    if (typeof value === 'string') return value.replace(/^#\/components\/schemas\//, '');
    const isObject = typeof value === 'object' && value !== null;
    return isObject && 'properties' in value && 'type' in value
      ? { additionalProperties: false, ...value }
      : value;
  });
}
