/** A piece of a statement with the values it has parameters for. Pieces go into one another, so no number is written by hand. */
export class Sql {
  constructor(
    private readonly texts: readonly string[],
    private readonly values: readonly unknown[],
  ) {}

  /** The statement and its values, as the driver takes them. */
  toQuery(): [text: string, values: unknown[]] {
    const values: unknown[] = [];
    return [this.render(values), values];
  }

  private render(into: unknown[]): string {
    return this.texts.reduce((before, text, index) => {
      const value = this.values[index - 1];
      return before + (value instanceof Sql ? value.render(into) : `$${into.push(value)}`) + text;
    });
  }
}

/** A piece of SQL: what is put into the template is a parameter, unless it is a piece itself. */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(texts, values);
}

/** The name of a table or column, or a keyword: never what a caller wrote. */
export function word(text: string): Sql {
  return new Sql([text], []);
}

/** Conditions of which all hold; without any: `true`. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0
    ? word('true')
    : conditions.reduce((before, condition) => sql`${before} and ${condition}`);
}
