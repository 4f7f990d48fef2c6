import {
  formatReference,
  referencedId,
  requireReference,
  type CollectionKind,
  type Reference,
} from '../kernel/identifiers.js';
import type { WindowedCollection } from './collections-in-window.repository.js';

/** References as a caller wrote them: bare ids or `<Kind>:<id>`. */
export interface SelectionTexts {
  readonly without: readonly string[];
  readonly some: readonly string[];
  readonly every: readonly string[];
}

/** A set of references; a bare id matches any kind. */
class ReferenceSet {
  /** Each id once. */
  readonly ids: readonly string[];
  readonly texts: ReadonlySet<string>;

  constructor(references: readonly Reference[]) {
    this.ids = [...new Set(references.map(({ id }) => id))];
    this.texts = new Set(references.map(({ kind, id }) => (kind ? formatReference(kind, id) : id)));
  }

  has(kind: CollectionKind, id: string): boolean {
    return this.texts.has(id) || this.texts.has(formatReference(kind, id));
  }
}

/**
 * The selection by a query's `without` and `elements` (semantics §7). Every decision is a set look-up: lists may have a
 * thousand references, and reservations as many elements.
 */
export class Selection {
  private readonly without: ReferenceSet;
  private readonly some: ReferenceSet;
  private readonly every: ReferenceSet;
  private providers?: ReadonlySet<string>;

  /** @throws DomainError `invalid-request` for a text that can't be a reference */
  constructor(private readonly texts: SelectionTexts) {
    const { without, some, every } = texts;
    this.without = setOf(without, ['without']);
    this.some = setOf(some, ['elements', 'some']);
    this.every = setOf(every, ['elements', 'every']);
  }

  /** Whether `elements` narrows the selection. */
  get isNarrowed(): boolean {
    return this.some.ids.length + this.every.ids.length > 0;
  }

  /** Whether every collection is selected. */
  get isEverything(): boolean {
    return !this.isNarrowed && this.without.ids.length === 0;
  }

  /** The ids of `without`, of any kind. */
  get leftOutIds(): readonly string[] {
    return this.without.ids;
  }

  /** Whether it depends on the providers of a collection. */
  get mayLeaveOutProviders(): boolean {
    return [...this.without.texts].some(
      (text) => !text.includes(':') || text.startsWith('ResourceProvider:'),
    );
  }

  /** The same, but `without` does not name some ids: they don't exist for the caller. */
  ignoring(ids: ReadonlySet<string>): Selection {
    const isKnown = (text: string): boolean => !ids.has(referencedId(text));
    return new Selection({ ...this.texts, without: [...this.without.texts].filter(isKnown) });
  }

  leavesOut(kind: CollectionKind, id: string): boolean {
    return this.without.has(kind, id);
  }

  /** Also leaves out collections that lie on left-out providers alone. */
  selects({ kind, id, elements, providers }: WindowedCollection): boolean {
    if (this.leavesOut(kind, id)) return false;
    const isOnLeftOut =
      providers.length > 0 && providers.every((provider) => this.leavesOut('ResourceProvider', provider));
    return !isOnLeftOut && this.matches(elements);
  }

  /** The providers that `elements` selects, as sources of pools. Ids of anything else may be among them. */
  selectedProviders(): ReadonlySet<string> {
    this.providers ??= this.findProviders();
    return this.providers;
  }

  private findProviders(): ReadonlySet<string> {
    const named = [...this.some.ids, ...this.every.ids];
    const selected = named.filter(
      (id) =>
        !this.leavesOut('ResourceProvider', id) && this.matches([formatReference('ResourceProvider', id)]),
    );
    return new Set(selected);
  }

  /**
   * `some`: at least one of the elements; `every`: all of them; given both, both must match; an empty list matches all.
   */
  private matches(elements: readonly string[]): boolean {
    const { some, every } = this;
    const isInSome = (element: string): boolean =>
      some.texts.has(element) || some.texts.has(referencedId(element));
    if (some.ids.length > 0 && !elements.some(isInSome)) return false;
    if (every.ids.length === 0) return true;
    if (every.ids.length > elements.length) return false;
    const own = new Set(elements.flatMap((element) => [element, referencedId(element)]));
    return [...every.texts].every((text) => own.has(text));
  }
}

function setOf(texts: readonly string[], path: readonly string[]): ReferenceSet {
  return new ReferenceSet(texts.map((text, index) => requireReference(text, [...path, index])));
}
