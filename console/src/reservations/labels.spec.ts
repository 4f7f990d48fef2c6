import { labelsOf } from './labels';

describe('labels typed as tags', () => {
  it('are written as they are shown and filtered by, or with an equals sign', () => {
    const tags = ['team:red', 'url=http://red.example', ' solo '];
    expect(labelsOf(tags)).toEqual({ team: 'red', url: 'http://red.example', solo: '' });
    expect(labelsOf([])).toBeUndefined();
  });
});
