import { randomBytes } from 'node:crypto';
import { onServer } from '../support/postgres.js';

/** Unique secrets by name. */
export class Canaries {
  private readonly secrets = new Map<string, string>();

  /** A secret that no URL or JSON encoding changes, so that it is found in any output. */
  make(name: string): string {
    return this.add(name, `canary${randomBytes(18).toString('hex')}`);
  }

  add(name: string, secret: string): string {
    this.secrets.set(name, secret);
    return secret;
  }

  /** The names of the secrets that a text contains in any form. */
  in(text: string): string[] {
    return [...this.secrets].filter(([, secret]) => holds(text, secret)).map(([name]) => name);
  }
}

export function holds(text: string, secret: string): boolean {
  return formsOf(secret).some((form) => text.includes(form));
}

/** The secret as it is, escaped, in hexadecimal, and in base64 at each of the three offsets within a longer text. */
function formsOf(secret: string): string[] {
  const inBase64 = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.from(`${'x'.repeat(offset)}${secret}`)
      .toString('base64')
      .replace(/=+$/, '');
    // The first and last characters depend on the adjacent bytes.
    const own = encoded.slice(offset === 0 ? 0 : 4, -4);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const inHexadecimal = Buffer.from(secret).toString('hex');
  const escaped = [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
  return [...new Set([secret, ...escaped, inHexadecimal, ...inBase64])];
}

/** Every row of every table as text, by table. */
export async function everyRow(databaseUrl: string): Promise<Map<string, string>> {
  return onServer(databaseUrl, async (client) => {
    const tables = await client.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const texts = new Map<string, string>();
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(
        `select row_to_json(t)::text as text from "${name}" t`,
      );
      texts.set(name, rows.map(({ text }) => text).join('\n'));
    }
    return texts;
  });
}
