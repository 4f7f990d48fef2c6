import { isGiven } from '../../kernel/given.js';
import type { Traits } from '../../kernel/traits.js';
import { IsBooleanText, IsClearable, IsText, readBoolean } from './wire-types.js';

const MAX_NAME_LENGTH = 255;

/** What a provider is like, or has to be like; each use describes its members. */
export class TraitsMember {
  @IsClearable() @IsText(MAX_NAME_LENGTH) cpuArchitecture?: string | null;
  @IsClearable() @IsText(MAX_NAME_LENGTH) typeOfStorage?: string | null;
  @IsClearable() @IsBooleanText() rdmaSupported?: boolean | string | null;
}

/** Only what was given. */
export function readTraits({ cpuArchitecture, typeOfStorage, rdmaSupported }: TraitsMember): Partial<Traits> {
  return {
    ...(cpuArchitecture ? { cpuArchitecture } : {}),
    ...(typeOfStorage ? { typeOfStorage } : {}),
    ...(isGiven(rdmaSupported) ? { rdmaSupported: readBoolean(rdmaSupported) } : {}),
  };
}
