import { ApiProperty } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { DryRunOption } from '../../http/wire/wire-dry-run.js';
import { IsLabels } from '../../http/wire/wire-labels.js';
import {
  IsClearable,
  IsOmittable,
  IsReference,
  IsText,
  IsTextList,
  required,
} from '../../http/wire/wire-types.js';
import { DomainError } from '../../kernel/domain-error.js';
import { LABELS_TEXT } from '../../openapi/members.js';
import { changedMarks, type Labels } from '../../kernel/marks.js';
import type { InstanceMarks, InstanceOrder } from '../instance.js';

/** Body of POST /create-instance. */
export class CreateInstanceBody extends DryRunOption {
  @ApiProperty({
    description: 'Where to create it; by default where the reservation lies, else where it fits.',
  })
  @IsOptional()
  @IsReference()
  'provider-id'?: string;

  @ApiProperty({ description: 'The reservation it draws on, bare or as `ResourceReservation:<id>`.' })
  @IsOptional()
  @IsText()
  'reservation-id'?: string;

  @ApiProperty({ description: 'Its name.', required: true }) @IsOptional() @IsText(255) name?: string;
  @ApiProperty({ description: LABELS_TEXT, nullable: true }) @IsOptional() @IsLabels() labels?: Labels | null;
  @ApiProperty({ description: 'Id of its image.', required: true }) @IsOptional() @IsText(255) image?: string;

  @ApiProperty({
    description: 'Id or name of its flavor, which the provider has to know.',
    required: true,
  })
  @IsOptional()
  @IsText(255)
  flavor?: string;

  @ApiProperty({ description: 'The networks it is attached to, by their ids.' })
  @IsOptional()
  @IsTextList(255)
  networks?: string[];
}

/** Body of POST /destroy-instance. */
export class DestroyInstanceBody extends DryRunOption {
  @ApiProperty({ description: 'The instance, bare or as `ResourceAllocation:<id>`.', required: true })
  @IsOptional()
  @IsText()
  'instance-id'?: string;
}

/** Body of PATCH /instances/{id}. */
export class MarkInstanceBody {
  @ApiProperty({ description: 'Its name.' }) @IsOmittable() @IsText(255) name?: string;
  @ApiProperty({ description: LABELS_TEXT }) @IsClearable() @IsLabels() labels?: Labels | null;
}

/** @throws DomainError `invalid-request` when there is nothing to change */
export function marksChange({ name, labels }: MarkInstanceBody): InstanceMarks {
  if (name === undefined && labels === undefined)
    throw DomainError.invalidField(['labels'], 'or name must be given');
  return { name, labels };
}

export function instanceOrder(body: CreateInstanceBody): InstanceOrder {
  return {
    provider: body['provider-id'] ?? undefined,
    reservation: body['reservation-id'] ?? undefined,
    name: required(body.name, 'name'),
    labels: changedMarks(body).labels,
    image: required(body.image, 'image'),
    flavor: required(body.flavor, 'flavor'),
    networks: body.networks ?? [],
  };
}
