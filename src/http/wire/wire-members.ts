import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { IsClearable, IsOmittable } from './wire-types.js';

/** Decorators for the members of requests: how the OpenAPI document describes a member, and what checks it. */

/** The description, alone or with other keywords. */
type Text = string | ApiPropertyOptions;
type Checks = readonly PropertyDecorator[];

/** A member whose checks also decide whether it may be left out. */
export const Given = (text: Text, ...checks: Checks): PropertyDecorator =>
  // As if they stood one below the other, where the last one is applied first.
  applyDecorators(
    ...checks.toReversed(),
    ApiProperty(typeof text === 'string' ? { description: text } : text),
  );

/** A member that may be left out. Null is the same as none. */
export const Optional = (text: Text, ...checks: Checks): PropertyDecorator =>
  Given(text, IsOptional(), ...checks);

/** A member that may be left out, but not be null. */
export const Omittable = (text: Text, ...checks: Checks): PropertyDecorator =>
  Given(text, IsOmittable(), ...checks);

/** A member that may be left out. Null takes away the value there is. */
export const Clearable = (text: Text, ...checks: Checks): PropertyDecorator =>
  Given(text, IsClearable(), ...checks);
