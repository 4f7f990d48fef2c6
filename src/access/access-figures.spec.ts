import { Logger } from '@nestjs/common';
import { jest } from '@jest/globals';
import { redactor } from '../logging/redaction.js';
import { AccessFigures } from './access-figures.js';

const SECRET = 'hunter2'.repeat(6);
const KEY = `hr_${'0'.repeat(32)}_${SECRET}x_AbCdEf`;

it.each([
  `/x/${KEY}`,
  `/x/%68r_${KEY.slice(3)}`,
  `/x/%2568r_${KEY.slice(3)}`,
  `/%zz/%E4/${KEY.replaceAll('_', '%5f')}`,
])('the log of a refusal has a path whose key can be redacted: %s', (path) => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  new AccessFigures().note({ client: '192.0.2.7', code: 'credentials-missing', method: 'GET', path });
  const [line] = warn.mock.calls[0] as [{ path: string }];
  warn.mockRestore();
  expect(redactor([])(line.path)).toContain('[redacted]');
  expect(redactor([])(line.path)).not.toContain('hunter2');
});
