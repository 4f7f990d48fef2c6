import { DryRunOption } from '../../http/wire/wire-dry-run.js';
import { IsLabels } from '../../http/wire/wire-labels.js';
import { Clearable, Omittable, Optional } from '../../http/wire/wire-members.js';
import { IsReference, IsText, IsTextList, required } from '../../http/wire/wire-types.js';
import { DomainError } from '../../kernel/domain-error.js';
import { LABELS_TEXT } from '../../openapi/members.js';
import { changedMarks, type Labels } from '../../kernel/marks.js';
import type { InstanceMarks, InstanceOrder } from '../instance.js';

/** Body of POST /create-instance. */
export class CreateInstanceBody extends DryRunOption {
  @Optional('Where to create it; by default where the reservation lies, else where it fits.', IsReference())
  'provider-id'?: string;

  @Optional('The reservation it draws on, bare or as `ResourceReservation:<id>`.', IsText())
  'reservation-id'?: string;

  @Optional({ description: 'Its name.', required: true }, IsText(255)) name?: string;
  @Optional({ description: LABELS_TEXT, nullable: true }, IsLabels()) labels?: Labels | null;
  @Optional({ description: 'Id of its image.', required: true }, IsText(255)) image?: string;

  @Optional(
    {
      description: 'Id or name of its flavor, which the provider has to know.',
      required: true,
    },
    IsText(255),
  )
  flavor?: string;

  @Optional('The networks it is attached to, by their ids.', IsTextList(255)) networks?: string[];
}

/** Body of POST /destroy-instance. */
export class DestroyInstanceBody extends DryRunOption {
  @Optional({ description: 'The instance, bare or as `ResourceAllocation:<id>`.', required: true }, IsText())
  'instance-id'?: string;
}

/** Body of PATCH /instances/{id}. */
export class MarkInstanceBody {
  @Omittable('Its name.', IsText(255)) name?: string;
  @Clearable(LABELS_TEXT, IsLabels()) labels?: Labels | null;
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
