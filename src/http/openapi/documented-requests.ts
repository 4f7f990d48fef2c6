import { isPlainObject } from '../wire-checks.js';
import { MAX_WARNINGS, type UnknownMember } from '../warnings.js';
import type { ApiDocument } from './document.js';
import type { Method, Operation } from './operation.js';
import type { Schema } from './schema.js';

type Path = UnknownMember['path'];

/** What an operation of the document takes. */
export interface DocumentedRequest {
  readonly tags: readonly string[];
  /** The names of the query parameters that it doesn't take, of those that were sent. */
  unknownParameters(names: readonly string[]): UnknownMember[];
  /** The members that it doesn't take, of the body that was sent. */
  unknownMembers(body: unknown): UnknownMember[];
}

/** Looks up what the document says of a request. The document is made when it is first needed, which takes some milliseconds. */
export class DocumentedRequests {
  private document?: ApiDocument;

  constructor(private readonly makeDocument: () => ApiDocument) {}

  /** Undefined for a request that nothing in the document takes. */
  find(method: string, path: string): DocumentedRequest | undefined {
    this.document ??= this.makeDocument();
    const name = (method === 'HEAD' ? 'get' : method.toLowerCase()) as Method;
    const asked = partsOf(path);
    for (const [template, item] of Object.entries(this.document.paths)) {
      const operation = item[name];
      if (operation && isAt(partsOf(template), asked))
        return requestOf(operation, this.document.components.schemas);
    }
    return undefined;
  }
}

function partsOf(path: string): string[] {
  return path.replace(/\/$/, '').toLowerCase().split('/');
}

function isAt(template: readonly string[], asked: readonly string[]): boolean {
  return (
    template.length === asked.length &&
    template.every((part, index) => (part.startsWith('{') ? asked[index] !== '' : part === asked[index]))
  );
}

function requestOf(operation: Operation, schemas: Schemas): DocumentedRequest {
  const { tags, parameters = [], requestBody } = operation;
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const [media] = Object.values(requestBody?.content ?? {});
  return {
    tags,
    unknownParameters: (names) => {
      const unknown = names.filter((name) => !known.includes(name)).slice(0, MAX_WARNINGS);
      return unknown.map((name) => ({ path: [name], known }));
    },
    unknownMembers: (body) => new Comparison(schemas).unknownIn(body, media?.schema ?? NO_MEMBERS),
  };
}

const NO_MEMBERS: Schema = { properties: {} };

type Schemas = ApiDocument['components']['schemas'];

/** Compares a body with a schema, as to the names of members alone: what their values may be is for the validation to say. */
class Comparison {
  private readonly unknown: UnknownMember[] = [];

  constructor(private readonly schemas: Schemas) {}

  unknownIn(body: unknown, schema: Schema): UnknownMember[] {
    this.look(body, this.formsOf(schema), []);
    return this.unknown;
  }

  /** A schema and its alternatives, references resolved: what any of them takes is known. */
  private formsOf(schema: Schema): readonly Schema[] {
    const referred = schema.$ref === undefined ? undefined : this.schemas[schema.$ref.replace(/.*\//, '')];
    const forms = [...(referred ? [referred] : []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
    return [schema, ...forms.flatMap((form) => this.formsOf(form))];
  }

  private look(value: unknown, forms: readonly Schema[], path: Path): void {
    if (Array.isArray(value)) {
      const items = forms.flatMap((form) => (form.items ? this.formsOf(form.items) : []));
      const elements: unknown[] = value;
      elements.forEach((element, index) => this.look(element, items, [...path, index]));
    } else if (isPlainObject(value)) this.lookAtMembers(value, forms, path);
  }

  private lookAtMembers(value: Record<string, unknown>, forms: readonly Schema[], path: Path): void {
    const described = forms.flatMap(({ properties }) => (properties ? [properties] : []));
    // An object of which no schema tells the members may have any.
    if (described.length === 0 || forms.some(({ additionalProperties }) => additionalProperties)) return;
    for (const [name, member] of Object.entries(value)) {
      if (this.unknown.length >= MAX_WARNINGS) return;
      const own = described.flatMap((members) => (Object.hasOwn(members, name) ? [members[name]] : []));
      const forms = own.flatMap((schema) => this.formsOf(schema));
      if (own.length > 0) this.look(member, forms, [...path, name]);
      else
        this.unknown.push({
          path: [...path, name],
          known: described.flatMap((members) => Object.keys(members)),
        });
    }
  }
}
