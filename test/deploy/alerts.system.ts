import { spawnSync } from 'node:child_process';

const promtool = (...parameters: string[]) => spawnSync('promtool', parameters, { encoding: 'utf8' });

const HAS_PROMTOOL = promtool('--version').status === 0;
if (!HAS_PROMTOOL) console.warn('promtool is not installed: the alerts are not tried');

(HAS_PROMTOOL ? describe : describe.skip)('deploy/prometheus/alerts.yml', () => {
  it.each([
    ['is understood by Prometheus', ['check', 'rules', 'deploy/prometheus/alerts.yml']],
    ['fires when it should, and not before', ['test', 'rules', 'test/deploy/alerts.promtool.yml']],
  ])('%s', (_, parameters) => {
    const { status, stdout, stderr } = promtool(...parameters);
    expect({ status, output: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
  });
});
