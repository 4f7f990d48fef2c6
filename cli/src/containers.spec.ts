import { collectContainers } from './containers.js';

describe('containers', () => {
  it('are as many as the service takes, together with those before', () => {
    const most = collectContainers('cores=1,count=4999');
    expect(most).toHaveLength(4999);
    expect(collectContainers('cores=1', most)).toHaveLength(5000);
    expect(() => collectContainers('cores=1,count=2', most)).toThrow('There are 5000 containers at most.');
    expect(() => collectContainers('cores=1,count=999999999')).toThrow('at most');
  });
});
