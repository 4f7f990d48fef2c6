import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { CollectionKind } from '../kernel/identifiers.js';
import { IsLabelFilter } from '../http/wire/wire-labels.js';
import { IsIdOf, IsOmittable, IsOneOf, IsText, IsUuidText } from '../http/wire/wire-types.js';

/** The query parameters that several lists are filtered by; given together they all have to hold. */

const MAX_NAME_LENGTH = 255;
const ANY = 'by default of any';

function filter(description: string, check: PropertyDecorator): PropertyDecorator {
  return applyDecorators(ApiProperty({ description }), IsOmittable(), check);
}

export const ZoneFilter = (): PropertyDecorator =>
  filter(`Those of this zone, which must be known; ${ANY}.`, IsText(MAX_NAME_LENGTH));

export const TenantFilter = (description = `Those for this tenant; ${ANY}.`): PropertyDecorator =>
  filter(description, IsText(MAX_NAME_LENGTH));

export const NameFilter = (): PropertyDecorator =>
  filter('Those of exactly this name.', IsText(MAX_NAME_LENGTH));

export const LabelsFilter = (): PropertyDecorator =>
  filter(
    'Those with this label: `key:value`, or `key` for one with whatever text. Repeated: with all of them.',
    IsLabelFilter(),
  );

export const ProviderIdFilter = (): PropertyDecorator =>
  idFilter('ResourceProvider', 'Those of this provider');

export const ReservationIdFilter = (): PropertyDecorator =>
  idFilter('ResourceReservation', 'Those that draw on this reservation');

export const SeriesFilter = (): PropertyDecorator => filter('The occurrences of this series.', IsUuidText());

function idFilter(kind: CollectionKind, description: string): PropertyDecorator {
  return filter(`${description}; ${ANY}.`, IsIdOf(kind));
}

export const StateFilter = (states: readonly string[], more = ''): PropertyDecorator =>
  filter(`Those in this state; by default in any.${more}`, IsOneOf(states));

export const KindFilter = (kinds: readonly string[]): PropertyDecorator =>
  filter(`Those of this kind; ${ANY}.`, IsOneOf(kinds));
