/** A fragment of a statement with its parameter values. Fragments nest, and parameters are numbered automatically. */
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

/** A fragment of SQL: interpolated values become parameters, unless they are fragments. */
export function sql(texts: TemplateStringsArray, ...values: unknown[]): Sql {
  return new Sql(texts, values);
}

/** The name of a table or column, or a keyword. Never pass a caller's text. */
export function sqlWord(text: string): Sql {
  return new Sql([text], []);
}

/** The conjunction of the conditions that are given; `true` if there are none. */
export function all(conditions: readonly (Sql | undefined)[]): Sql {
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0
    ? sqlWord('true')
    : given.reduce((before, condition) => sql`${before} and ${condition}`);
}
