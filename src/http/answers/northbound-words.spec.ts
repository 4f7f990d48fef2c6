import { DomainError } from '../../kernel/domain-error.js';
import { classWord } from '../../kernel/message.js';
import { inNorthboundWords } from './northbound-words.js';

it.each([
  [
    'computePoolReservation',
    'cores',
    'computePoolReservation.numCpuCores',
    ['computePoolReservation', 'numCpuCores'],
  ],
  [
    'computePoolReservation',
    'gpus',
    'computePoolReservation.customResources.gpus',
    ['computePoolReservation', 'customResources', 'gpus'],
  ],
  [
    'virtualizationContainerReservation',
    'cores',
    'virtualizationContainerReservation: numCpuCores',
    ['virtualizationContainerReservation'],
  ],
])('names a member that there is for %s and %s', (field, name, text, path) => {
  const said = [`${field}.`, classWord(name), ' is too much'];
  const detail = `${field}.${name} is too much`;
  const error = new DomainError('inactive', 'in-use', said, { fields: [{ path: [field, name], detail }] });
  const shown = inNorthboundWords(error);
  expect(shown.message).toBe(`${text} is too much`);
  expect(shown.fields).toEqual([{ path, detail: shown.message }]);
});
