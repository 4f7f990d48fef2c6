import { readFileSync } from 'node:fs';
import type { Setting, Settings, ValuesOf } from './setting.js';

/** @throws Error naming each variable that is wrong and what is expected of it */
export function readSettings<S extends Settings>(env: NodeJS.ProcessEnv, settings: S): ValuesOf<S> {
  const complaints: string[] = [];
  const values = Object.entries(settings).map(([key, setting]) => {
    try {
      return [key, readSetting(setting, env)];
    } catch (error) {
      complaints.push((error as Error).message);
      return [key, undefined];
    }
  });
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return Object.fromEntries(values) as ValuesOf<S>;
}

/** The user name and password of a URL. */
const USER_INFO = /\/\/[^\s/?#]*@/g;

function readSetting(setting: Setting<unknown>, env: NodeJS.ProcessEnv): unknown {
  const given = setting.secret ? secretText(setting.name, env) : textOf(env, setting.name);
  const text = given ?? setting.fallback ?? setting.absent;
  if (text === undefined) return undefined;
  try {
    return setting.parse(text);
  } catch (error) {
    const got = setting.secret ? '' : `, got '${text.replace(USER_INFO, '//***@')}'`;
    throw new Error(`${setting.name}: expected ${(error as Error).message}${got}`, { cause: error });
  }
}

/** A secret may come as a file, so that it shows neither in the environment nor in a process listing. */
function secretText(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const direct = textOf(env, name);
  const file = textOf(env, `${name}_FILE`);
  if (file === undefined) return direct;
  if (direct !== undefined) throw new Error(`${name} and ${name}_FILE are both set: expected one of them`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    // Its value is not repeated: it may be the secret itself, by mistake.
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${name}_FILE: expected a file that can be read (${code})`, { cause: error });
  }
}

/** A variable set to nothing counts as unset: that is how compose files pass on what isn't there. */
function textOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name]?.trim() || undefined;
}
