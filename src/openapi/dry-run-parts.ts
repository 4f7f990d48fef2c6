import type { Admitted } from '../allocation/admission/dry-run.js';
import type { Claim } from '../allocation/admission/records.js';
import { amountsInNorthboundWords } from '../http/answers/northbound-words.js';
import { Always, Amounts, Configured, Id, Ids, Member, OPTIONAL, Parts, Word, Words } from './members.js';

/** The parts of the answers to dry runs. Where one answers as the real request would, its class is that one's. */

/** In every answer to a dry run, and in no other. */
export const DryRunMark = (): PropertyDecorator =>
  Member({ type: 'boolean', const: true, description: 'Nothing was stored, and nothing was notified.' });

export const Reservations = (description: string, more = {}): PropertyDecorator =>
  Ids('A reservation.', description, more);

export const AdmittedAgain = (more = {}): PropertyDecorator =>
  Reservations('Reservations in conflict that would be admitted again, the oldest first.', more);

export const AdmittedFromWaiting = (): PropertyDecorator =>
  Reservations('Waiting reservations that would be admitted, the oldest first.', OPTIONAL);

class PlacedClaim {
  @Id('A provider.') 'provider-id'!: string;
  @Amounts('What it would back.') capacity!: object;
}

export class Placement {
  @Word('The zone it would lie in.') zone!: string;
  @Parts(PlacedClaim, 'How much of it which provider would back.') claims!: PlacedClaim[];
  @Words('An IPv4 address.', 'The addresses it would hold, if any.', OPTIONAL) publicIps?: readonly string[];
}

class NorthboundClaim {
  @Id('A provider.') providerId!: string;
  @Configured('NorthboundAmounts', 'What it would back.') capacity!: object;
}

export class NorthboundPlacement {
  @Word('The zone it would lie in.') zoneId!: string;
  @Parts(NorthboundClaim, 'How much of it which provider would back.') claims!: NorthboundClaim[];
}

/** The outcome of a dry run that has nothing else to say. */
export class DoneRehearsed {
  @Always('ok') result!: string;
  @Word('The words of the real answer.') message!: string;
  @DryRunMark() 'dry-run'!: true;
}

/** The outcome of a dry run that may free capacity. */
export class ReleaseRehearsed extends DoneRehearsed {
  @AdmittedAgain(OPTIONAL) 'admitted-again'?: readonly string[];
  @AdmittedFromWaiting() admitted?: readonly string[];
}

type AdmittedMembers = Pick<ReleaseRehearsed, 'admitted-again' | 'admitted'>;

export function admittedAnswer({ again, waiting }: Admitted): AdmittedMembers {
  return { 'admitted-again': ifAny(again), admitted: ifAny(waiting) };
}

function ifAny(ids: readonly string[]): readonly string[] | undefined {
  return ids.length > 0 ? ids : undefined;
}

/** The same in the casing of Group B and of the service's own endpoints. */
export class CamelReleaseRehearsed {
  @DryRunMark() dryRun!: true;
  @AdmittedAgain(OPTIONAL) admittedAgain?: readonly string[];
  @AdmittedFromWaiting() admitted?: readonly string[];
}

export function camelAdmitted({ again, waiting }: Admitted): CamelReleaseRehearsed {
  return { dryRun: true, admittedAgain: ifAny(again), admitted: ifAny(waiting) };
}

export function placementOf(zone: string, claims: readonly Claim[], addresses: readonly string[]): Placement {
  return {
    zone,
    claims: claims.map(({ providerId, amounts }) => ({ 'provider-id': providerId, capacity: amounts })),
    ...(addresses.length > 0 ? { publicIps: addresses } : {}),
  };
}

export function northboundPlacement(zoneId: string, claims: readonly Claim[]): NorthboundPlacement {
  return {
    zoneId,
    claims: claims.map(({ providerId, amounts }) => ({
      providerId,
      capacity: amountsInNorthboundWords(amounts),
    })),
  };
}
