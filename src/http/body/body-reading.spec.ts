import { IsOptional } from 'class-validator';
import type { Request } from 'express';
import { DomainError } from '../../kernel/domain-error.js';
import { BodyReading } from './body-reading.js';
import { parseBody, WireValidationPipe } from './validation.js';
import { withWarnings } from '../answers/warnings.js';
import { objectCheck } from '../wire/wire-checks.js';
import {
  Checked,
  IsAmount,
  IsAmountsObject,
  IsClearable,
  IsText,
  IsTextList,
  Nested,
  NestedList,
  NestedOrList,
} from '../wire/wire-types.js';

class LimitDto {
  @IsOptional() @IsText() unit?: string;
}
class RequestDto {
  @IsText() zone!: string;
  @IsOptional() @Nested(() => LimitDto) threshold?: LimitDto;
  @IsOptional() @IsTextList() networks?: string[];
  @IsOptional() @NestedList(() => LimitDto) limits?: LimitDto[];
  @IsOptional() @NestedOrList(() => LimitDto) limit?: LimitDto | LimitDto[];
  @IsOptional() @IsAmountsObject() amounts?: object;
  @IsOptional() @Checked(objectCheck(), { members: ['a', 'b'] }) pair?: object;
  @IsClearable() @IsAmount(9) expiry?: number | null;
}

function refused(plain: unknown, type: new () => object): DomainError {
  try {
    parseBody(type, plain);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('the body was accepted');
}

describe('members that no class describes', () => {
  const unknownIn = (plain: object): string[] => {
    const reading = new BodyReading(new Map([['cores', 1]]));
    parseBody(RequestDto, { zone: 'a', ...plain }, reading);
    return reading.unknown.map(({ path }) => path.join('/'));
  };

  it('are recorded with their path, those of a list once', () => {
    const limit = { unit: 'x', size: 2 };
    expect(unknownIn({ zones: 1, limit, limits: [limit, { ...limit, other: 2 }] })).toEqual([
      'limits/0/size',
      'limits/1/other',
      'limit/size',
      'zones',
    ]);
    expect(unknownIn({ amounts: { cores: 1, core: 1 }, pair: { a: 1, c: 1 } })).toEqual([
      'amounts/core',
      'pair/c',
    ]);
  });

  it('are not recorded if all are known, or if their object is invalid', () => {
    expect(unknownIn({ amounts: null, pair: { b: 1 }, limits: null, networks: ['a'] })).toEqual([]);
  });

  it('stay attached to the body, also if it is refused', () => {
    const body = { zone: 5, zones: 1 };
    const pipe = new WireValidationPipe();
    expect(() => pipe.transform(body, { type: 'body', metatype: RequestDto })).toThrow(DomainError);
    const warnings = ['`zones` is not known here; did you mean `zone`?'];
    expect(withWarnings({ body } as Request, { result: 'error' })).toEqual({ result: 'error', warnings });
  });
});

describe('null', () => {
  it('means an absent optional member, and is kept where it has a meaning', () => {
    const dto = parseBody(RequestDto, { zone: 'a', threshold: null, limits: null, expiry: null });
    expect(dto).toMatchObject({ threshold: undefined, limits: undefined, expiry: null });
    expect(parseBody(RequestDto, { zone: 'a' }).expiry).toBeUndefined();
    expect(refused({ zone: 'a', expiry: -1 }, RequestDto).fields).toMatchObject([{ path: ['expiry'] }]);
  });
});

describe('lists of objects', () => {
  let looks = 0;
  const counted = (): undefined => void (looks += 1);
  class ElementDto {
    @IsOptional() @Checked(counted) value?: number;
    @IsOptional() @NestedList(() => ElementDto) elements?: ElementDto[];
  }
  const listOf = (length: number, element: object = { value: 1 }): object[] =>
    Array.from({ length }, () => element);
  const looksAt = (plain: object): number => {
    looks = 0;
    expect(refused(plain, ElementDto).fields).toHaveLength(1);
    return looks;
  };
  beforeEach(() => (looks = 0));

  it('that are too long are refused before any of their elements is validated', () => {
    expect(looksAt({ elements: listOf(1001) })).toBe(0);
    expect(looksAt({ elements: listOf(80_000) })).toBe(0);
    expect(refused({ elements: [{}, { elements: listOf(1001) }] }, ElementDto).message).toBe(
      'elements[1].elements must be a list of at most 1000 elements',
    );
  });

  it('that are too many together are refused as well', () => {
    expect(looksAt({ elements: listOf(80, { elements: listOf(900) }) })).toBe(0);
  });

  it('of all other lengths are validated', () => {
    parseBody(ElementDto, { elements: listOf(1000) });
    expect(looks).toBe(1000);
    looks = 0;
    parseBody(ElementDto, { elements: listOf(5, { elements: listOf(900) }) });
    expect(looks).toBe(4500);
  });
});
