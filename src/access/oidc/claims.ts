import { isPlainObject } from '../../kernel/plain-object.js';

type Claims = Readonly<Record<string, unknown>>;

/** The value of a claim: of the member of that name, else of the members that its dots lead through. */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  const dot = name.indexOf('.');
  if (dot < 0) return undefined;
  const inner = Object.hasOwn(claims, name.slice(0, dot)) ? claims[name.slice(0, dot)] : undefined;
  return isPlainObject(inner) ? claimAt(inner, name.slice(dot + 1)) : undefined;
}

/** A text, or the texts of a list. */
export function textsOf(claim: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === 'string');
}

/** A text, or the text of a list that has no other element. */
export function onlyTextOf(claim: unknown): string | undefined {
  const values: readonly unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.length === 1 ? textsOf(values).at(0) : undefined;
}
