import { IsOptional } from 'class-validator';
import { required } from '../../http/required.js';
import { IsLabels } from '../../http/wire-labels.js';
import { IsClearable, IsOmittable, IsReference, IsText, IsTextList } from '../../http/wire-types.js';
import { DomainError } from '../../kernel/domain-error.js';
import { changedMarks, type Labels } from '../../kernel/marks.js';
import type { InstanceMarks, InstanceOrder } from '../instance.js';

/** Body of POST /create-instance. */
export class CreateInstanceBody {
  @IsOptional() @IsReference() 'provider-id'?: string;
  @IsOptional() @IsText() 'reservation-id'?: string;
  @IsOptional() @IsText(255) name?: string;
  @IsOptional() @IsLabels() labels?: Labels | null;
  @IsOptional() @IsText(255) image?: string;
  @IsOptional() @IsText(255) flavor?: string;
  @IsOptional() @IsTextList(255) networks?: string[];
}

/** Body of POST /destroy-instance. */
export class DestroyInstanceBody {
  @IsOptional() @IsText() 'instance-id'?: string;
}

/** Body of PATCH /instances/{id}. */
export class MarkInstanceBody {
  @IsOmittable() @IsText(255) name?: string;
  @IsClearable() @IsLabels() labels?: Labels | null;
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
