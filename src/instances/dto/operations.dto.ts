import { IsOptional } from 'class-validator';
import { required } from '../../http/required.js';
import { IsReference, IsText, IsTextList } from '../../http/wire-types.js';
import type { InstanceOrder } from '../instance.js';

/** Body of POST /create-instance. */
export class CreateInstanceBody {
  @IsOptional() @IsReference() 'provider-id'?: string;
  @IsOptional() @IsText() 'reservation-id'?: string;
  @IsOptional() @IsText(255) name?: string;
  @IsOptional() @IsText(255) image?: string;
  @IsOptional() @IsText(255) flavor?: string;
  @IsOptional() @IsTextList(255) networks?: string[];
}

/** Body of POST /destroy-instance. */
export class DestroyInstanceBody {
  @IsOptional() @IsText() 'instance-id'?: string;
}

export function instanceOrder(body: CreateInstanceBody): InstanceOrder {
  return {
    provider: body['provider-id'] ?? undefined,
    reservation: body['reservation-id'] ?? undefined,
    name: required(body.name, 'name'),
    image: required(body.image, 'image'),
    flavor: required(body.flavor, 'flavor'),
    networks: body.networks ?? [],
  };
}
