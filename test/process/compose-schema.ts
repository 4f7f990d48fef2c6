const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text, minItems: 1 };
const duration = { type: 'string', pattern: '^\\d+(ms|s|m)$' };

function object(properties: object, required: readonly string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: false };
}

const healthcheck = object(
  {
    test: { type: 'array', items: text, contains: { enum: ['CMD', 'CMD-SHELL'] } },
    interval: duration,
    timeout: duration,
    start_period: duration,
    retries: { type: 'integer', minimum: 1 },
  },
  ['test', 'interval', 'timeout', 'retries'],
);

const dependency = object(
  { condition: { enum: ['service_started', 'service_healthy', 'service_completed_successfully'] } },
  ['condition'],
);

const service = object(
  {
    image: text,
    build: object({ context: text, args: { type: 'object', additionalProperties: text } }, ['context']),
    pull_policy: { enum: ['build', 'never'] },
    profiles: texts,
    entrypoint: texts,
    command: texts,
    env_file: {
      type: 'array',
      items: object({ path: text, required: { type: 'boolean' } }, ['path', 'required']),
    },
    environment: { type: 'object', additionalProperties: { type: 'string' } },
    secrets: {
      type: 'array',
      items: { anyOf: [text, object({ source: text, target: text }, ['source', 'target'])] },
    },
    networks: {
      anyOf: [
        texts,
        { type: 'object', additionalProperties: { anyOf: [{ type: 'null' }, object({ aliases: texts })] } },
      ],
    },
    volumes: texts,
    ports: { type: 'array', items: { type: 'string', pattern: '^127\\.0\\.0\\.1:' } },
    depends_on: { type: 'object', additionalProperties: dependency },
    healthcheck,
    init: { const: true },
    read_only: { const: true },
    tmpfs: texts,
    cap_drop: { const: ['ALL'] },
    cap_add: texts,
    security_opt: { const: ['no-new-privileges:true'] },
    mem_limit: { type: 'string', pattern: '^\\d+[kmg]$' },
    pids_limit: { type: 'integer' },
    // Rotated: Docker's default is not.
    logging: {
      type: 'object',
      properties: { options: { type: 'object', required: ['max-size', 'max-file'] } },
      required: ['options'],
    },
    shm_size: { type: 'string', pattern: '^\\d+[kmg]$' },
    stop_signal: text,
    stop_grace_period: duration,
    restart: { enum: ['no', 'unless-stopped'] },
  },
  ['image', 'read_only', 'cap_drop', 'security_opt', 'pids_limit', 'logging', 'networks', 'restart'],
);

/** The part of the Compose specification that our file uses. Any other key is a mistake or weakens a container. */
export const composeSchema = {
  type: 'object',
  properties: {
    name: text,
    services: { type: 'object', additionalProperties: service },
    secrets: { type: 'object', additionalProperties: object({ file: text }, ['file']) },
    networks: { type: 'object', additionalProperties: object({ internal: { const: true } }) },
    volumes: { type: 'object', additionalProperties: object({}) },
  },
  patternProperties: { '^x-': {} },
  required: ['services', 'secrets', 'networks', 'volumes'],
  additionalProperties: false,
};
