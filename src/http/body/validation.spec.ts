import { Type } from 'class-transformer';
import { IsIn, IsNumber, IsOptional, IsString, ValidateNested } from 'class-validator';
import { DomainError } from '../../kernel/domain-error.js';
import type { WrongField } from '../../kernel/domain-error.js';
import { BUILT_IN_CLASSES } from '../../kernel/resource-amounts.js';
import { WireValidationPipe, parseBody } from './validation.js';
import { readAmounts } from '../wire/wire-amounts.js';
import {
  IsAmount,
  IsOmittable,
  IsReference,
  IsText,
  IsTextList,
  Nested,
  NestedList,
  NestedOrList,
} from '../wire/wire-types.js';

class LimitDto {
  @IsIn(['lt', 'gt']) condition!: string;
  @IsNumber() value!: number;
}
class ThresholdDto {
  @Nested(() => LimitDto) threshold!: LimitDto;
}
class ConventionalDto {
  @IsString({ each: true }) tags!: string[];
}
class RequestDto {
  @IsOptional() @IsReference() 'reservation-id'?: string;
  @IsText() zone!: string;
  @IsOmittable() @IsAmount(9) cores?: number | string;
  @IsOptional() @Nested(() => ThresholdDto) threshold?: ThresholdDto;
  @IsOptional() @IsTextList() networks?: string[];
  @IsOptional() @NestedList(() => LimitDto) limits?: LimitDto[];
  @IsOptional() @NestedOrList(() => LimitDto) limit?: LimitDto | LimitDto[];
  @IsOptional() @ValidateNested() @Type(() => ConventionalDto) conventional?: ConventionalDto;
}
class ExtendedDto extends RequestDto {
  @IsText() name!: string;
}

function refused(plain: unknown, type: new () => object = RequestDto): DomainError {
  try {
    parseBody(type, plain);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('the body was accepted');
}

const fieldsOf = (plain: object): readonly WrongField[] => refused({ zone: 'a', ...plain }).fields;

it('fills the class, nested classes too, and leaves the unknown out', () => {
  const plain = {
    zone: 'a',
    cores: '3',
    other: 1,
    constructor: 5,
    limits: [{ condition: 'lt', value: 1, x: 2 }],
  };
  const dto = parseBody(RequestDto, plain);
  expect(dto).toBeInstanceOf(RequestDto);
  expect(dto).toMatchObject({ zone: 'a', cores: '3' });
  expect(dto).not.toHaveProperty('other');
  expect(dto.constructor).toBe(RequestDto);
  expect(dto.limits?.[0]).toBeInstanceOf(LimitDto);
  expect(dto.limits?.[0]).not.toHaveProperty('x');
});

it.each<[object, (string | number)[], string]>([
  [{ cores: 'abc' }, ['cores'], 'cores must be an integer from 0 to 9'],
  [{ cores: null }, ['cores'], `must provide 'cores' parameter`],
  [{ zone: undefined }, ['zone'], `must provide 'zone' parameter`],
  [{ 'reservation-id': 'x' }, ['reservation-id'], 'reservation-id must be an id or <Kind>:<id>'],
  [{ threshold: 'x' }, ['threshold'], 'threshold must be an object'],
  [{ threshold: [] }, ['threshold'], 'threshold must be an object'],
  [{ threshold: {} }, ['threshold', 'threshold'], `must provide 'threshold.threshold' parameter`],
  [
    { threshold: { threshold: { condition: 'lt', value: 'x' } } },
    ['threshold', 'threshold', 'value'],
    'threshold.threshold.value must be a number conforming to the specified constraints',
  ],
  [
    { networks: ['a', 'b', 5] },
    ['networks', 2],
    'networks[2] must be a non-empty string of at most 1024 characters',
  ],
  [{ networks: 'a' }, ['networks'], 'networks must be a list of at most 1000 elements'],
  [{ limits: {} }, ['limits'], 'limits must be a list of at most 1000 elements'],
  [{ limits: [5] }, ['limits', 0], 'limits[0] must be an object'],
  [
    { limits: [{ condition: 'lt', value: 1 }, { condition: 'lt' }] },
    ['limits', 1, 'value'],
    `must provide 'limits[1].value' parameter`,
  ],
  [{ limit: { condition: 'lt' } }, ['limit', 'value'], `must provide 'limit.value' parameter`],
  [{ conventional: 'x' }, ['conventional'], 'conventional must be an object'],
  [
    { conventional: { tags: ['a', 5] } },
    ['conventional', 'tags'],
    'each value in conventional.tags must be a string',
  ],
])('refuses %j', (plain, path, detail) => {
  expect(fieldsOf(plain)).toEqual([{ path, detail }]);
});

it('names every wrong member', () => {
  const error = refused({ cores: -1, networks: [''] });
  expect(error).toMatchObject({ kind: 'invalid', code: 'invalid-request' });
  expect(error.fields.map(({ path }) => path[0]).sort()).toEqual(['cores', 'networks', 'zone']);
  for (const { detail } of error.fields) expect(error.message).toContain(detail);
});

it('validates what a class inherits', () => {
  expect(refused({ name: 'n' }, ExtendedDto).fields).toMatchObject([{ path: ['zone'] }]);
  expect(parseBody(ExtendedDto, { name: 'n', zone: 'z', limits: [] })).toMatchObject({
    name: 'n',
    zone: 'z',
  });
});

it('refuses what is no object', () => {
  for (const plain of [null, [], 'x', 5, undefined]) expect(refused(plain).code).toBe('body-not-an-object');
});

it('as a pipe touches DTO classes only', () => {
  const pipe = new WireValidationPipe();
  const value = { zone: 5 };
  expect(pipe.transform(value, { type: 'body', metatype: Object })).toBe(value);
  expect(pipe.transform('x', { type: 'param', metatype: String })).toBe('x');
  expect(pipe.transform(value, { type: 'custom', metatype: class Plain {} })).toBe(value);
  expect(pipe.transform({ zone: 'a' }, { type: 'custom', metatype: RequestDto })).toBeInstanceOf(RequestDto);
  expect(() => pipe.transform(value, { type: 'body', metatype: RequestDto })).toThrow(DomainError);
});

describe('an object of amounts', () => {
  const classes = new Map([...BUILT_IN_CLASSES, ['gpus', 100]]);

  it('is read by the classes there are', () => {
    const capacity = { cores: '3', ram: 0, gpus: 5, other: 'x', constructor: 1, toString: -1 };
    expect(readAmounts(capacity, classes)).toEqual({ cores: 3, ram: 0, gpus: 5 });
    expect(readAmounts(undefined, classes)).toEqual({});
  });

  it('names every wrong amount', () => {
    const read = (): unknown => readAmounts({ cores: 40_000, gpus: 'abc' }, classes);
    expect(read).toThrow(
      'capacity.cores must be an integer from 0 to 32767; capacity.gpus must be an integer from 0 to 100',
    );
    expect(() => readAmounts([], classes)).toThrow('capacity must be an object');
  });
});
