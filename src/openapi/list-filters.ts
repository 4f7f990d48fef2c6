import type { CollectionKind } from '../kernel/identifiers.js';
import { IsLabelFilter } from '../http/wire/wire-labels.js';
import { Omittable } from '../http/wire/wire-members.js';
import { IsIdOf, IsOneOf, IsText, IsUuidText } from '../http/wire/wire-types.js';

/** The query parameters that several lists are filtered by; given together they all have to hold. */

const MAX_NAME_LENGTH = 255;
const ANY = 'by default of any';

export const ZoneFilter = (): PropertyDecorator =>
  Omittable(`Those of this zone, which must be known; ${ANY}.`, IsText(MAX_NAME_LENGTH));

export const TenantFilter = (description = `Those for this tenant; ${ANY}.`): PropertyDecorator =>
  Omittable(description, IsText(MAX_NAME_LENGTH));

export const NameFilter = (): PropertyDecorator =>
  Omittable('Those of exactly this name.', IsText(MAX_NAME_LENGTH));

export const LabelsFilter = (): PropertyDecorator =>
  Omittable(
    'Those with this label: `key:value`, or `key` for one with whatever text. Repeated: with all of them.',
    IsLabelFilter(),
  );

export const ProviderIdFilter = (): PropertyDecorator =>
  idFilter('ResourceProvider', 'Those of this provider');

export const ReservationIdFilter = (): PropertyDecorator =>
  idFilter('ResourceReservation', 'Those that draw on this reservation');

export const SeriesFilter = (): PropertyDecorator =>
  Omittable('The occurrences of this series.', IsUuidText());

function idFilter(kind: CollectionKind, description: string): PropertyDecorator {
  return Omittable(`${description}; ${ANY}.`, IsIdOf(kind));
}

export const StateFilter = (states: readonly string[], more = ''): PropertyDecorator =>
  Omittable(`Those in this state; by default in any.${more}`, IsOneOf(states));

export const KindFilter = (kinds: readonly string[]): PropertyDecorator =>
  Omittable(`Those of this kind; ${ANY}.`, IsOneOf(kinds));
