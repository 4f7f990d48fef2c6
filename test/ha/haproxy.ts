import { Daemon } from './daemon.js';

/**
 * HAProxy with a shipped configuration.
 *
 * @param env the variables that the configuration reads
 */
export function startHaproxy(configuration: string, env: NodeJS.ProcessEnv, log: string): Daemon {
  return Daemon.start('haproxy', ['-f', configuration, '-db'], { env, log });
}
