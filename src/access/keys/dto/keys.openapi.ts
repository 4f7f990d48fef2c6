import { operationsOf } from '../../../openapi/operations.js';
import type { Refusal } from '../../../openapi/problems.js';
import { malformed, unknown } from '../../../openapi/refusals.js';
import { example, SAMPLE } from '../../../openapi/samples.js';
import { KeyAnswer, KeyIssued, KeyPage, KeyRotated } from './key-answers.js';

const { Command, Paged, Read } = operationsOf('Access');
const PATH = { id: 'Its id.' };
const KEY_TEXT = 'hr_0199f7c34d5e7a6f8b7091a2b3c4d5e6_4Wk2nP0sV9bXq7LzT3hYdR8mJc1FgA5uEoKi6NwQxZr_2bQ0xT';

const EXAMPLE = {
  keyId: '0199f7c3-4d5e-7a6f-8b70-91a2b3c4d5e6',
  name: 'orchestrator of red',
  role: 'consumer',
  tenant: 'red',
  scopes: [],
  created: SAMPLE.now,
  createdBy: 'bootstrap',
  expires: SAMPLE.end,
};

const UNKNOWN = unknown('key');
const INVALID = malformed('tenant', 'tenant must be given for a consumer');

const REVOKED: Refusal = {
  description: 'The key is revoked (`key-revoked`).',
  code: 'key-revoked',
  detail: 'the key is revoked',
  title: 'Not active',
};

const BOOTSTRAP_USED: Refusal = {
  description: 'The bootstrap key made an admin key at the same time (`bootstrap-key-used`).',
  code: 'bootstrap-key-used',
  detail: 'the bootstrap key is no longer accepted: there is an admin key',
  title: 'Not active',
};

export const CreateKey = () =>
  Command({
    id: 'createKey',
    summary: 'Make an API key',
    description: 'The answer is the only one that has the key: the service stores a hash of it.',
    examples: {
      consumer: { value: { name: 'orchestrator of red', role: 'consumer', tenant: 'red' } },
      machine: {
        summary: 'For a scraper of metrics',
        value: { name: 'prometheus', role: 'machine', scopes: ['metrics'], expires: SAMPLE.end },
      },
    },
    status: 201,
    says: 'Made.',
    answer: KeyIssued,
    answers: example({ ...EXAMPLE, key: KEY_TEXT }),
    refusals: { 400: INVALID, 409: BOOTSTRAP_USED },
  });

export const ListKeys = () =>
  Paged({
    id: 'listKeys',
    summary: 'The API keys, also those that are revoked or expired',
    answer: KeyPage,
    item: EXAMPLE,
  });

export const ReadKey = () =>
  Read({
    id: 'readKey',
    summary: 'One API key',
    path: PATH,
    says: 'The key, without its secret.',
    answer: KeyAnswer,
    answers: example(EXAMPLE),
    refusals: { 404: UNKNOWN },
  });

export const ChangeKey = () =>
  Command({
    id: 'changeKey',
    summary: 'Change the name or the expiry of an API key',
    description: 'Role, tenant and scopes cannot be changed: make another key.',
    path: PATH,
    examples: { longer: { value: { expires: SAMPLE.laterEnd } } },
    says: 'The key as it is now.',
    answer: KeyAnswer,
    answers: example({ ...EXAMPLE, expires: SAMPLE.laterEnd }),
    refusals: { 400: INVALID, 404: UNKNOWN, 409: REVOKED },
  });

export const RevokeKey = () =>
  Command({
    id: 'revokeKey',
    summary: 'Revoke an API key for good',
    description: 'Other processes of the service accept it for 10 seconds more at most.',
    path: PATH,
    says: 'Revoked.',
    answer: KeyAnswer,
    answers: example({ ...EXAMPLE, revoked: SAMPLE.now }),
    refusals: { 404: UNKNOWN },
  });

export const RotateKey = () =>
  Command({
    id: 'rotateKey',
    summary: 'Give an API key a new secret',
    description:
      'The key keeps its id, what it may do and its expiry, unless `expires` names a new one. The secret before is accepted too during the overlap, but not beyond its own expiry nor after the next rotation.',
    path: PATH,
    examples: {
      soon: { summary: 'With an hour to change', value: { overlapSeconds: 3600 } },
      longer: { summary: 'With a new expiry', value: { expires: SAMPLE.laterEnd } },
    },
    says: 'Rotated.',
    answer: KeyRotated,
    answers: example({ ...EXAMPLE, key: KEY_TEXT, previousUntil: SAMPLE.end }),
    refusals: { 400: INVALID, 404: UNKNOWN, 409: REVOKED },
  });
