import { Ledger1763700000000 } from './1763700000000-ledger.js';
import { LedgerAudit1763700000001 } from './1763700000001-ledger-audit.js';
import { Notifications1763800000000 } from './1763800000000-notifications.js';
import { Instances1763900000000 } from './1763900000000-instances.js';
import { Providers1763910000000 } from './1763910000000-providers.js';
import { ClaimsByProvider1763920000000 } from './1763920000000-claims-by-provider.js';
import { Tenants1763930000000 } from './1763930000000-tenants.js';
import { PlainLookups1763940000000 } from './1763940000000-plain-lookups.js';
import { ToldElsewhere1763950000000 } from './1763950000000-told-elsewhere.js';
import { SharedAudit1763960000000 } from './1763960000000-shared-audit.js';
import { ProtectorsLookup1763970000000 } from './1763970000000-protectors-lookup.js';
import { ZoneDeciders1763980000000 } from './1763980000000-zone-deciders.js';
import { ReservationTraits1764000100000 } from './1764000100000-reservation-traits.js';
import { KeysOfCallers1764000200000 } from './1764000200000-keys-of-callers.js';
import { AddressRangesByZone1764000210000 } from './1764000210000-address-ranges-by-zone.js';
import { Marks1764000300000 } from './1764000300000-marks.js';
import { Lists1764000310000 } from './1764000310000-lists.js';
import { Endings1764000400000 } from './1764000400000-endings.js';
import { MadeElsewhere1764000800000 } from './1764000800000-made-elsewhere.js';

/** Every migration, in order; listed by class, because nothing here is loaded by glob. */
export const migrations = [
  Ledger1763700000000,
  LedgerAudit1763700000001,
  Notifications1763800000000,
  Instances1763900000000,
  Providers1763910000000,
  ClaimsByProvider1763920000000,
  Tenants1763930000000,
  PlainLookups1763940000000,
  ToldElsewhere1763950000000,
  SharedAudit1763960000000,
  ProtectorsLookup1763970000000,
  ZoneDeciders1763980000000,
  ReservationTraits1764000100000,
  KeysOfCallers1764000200000,
  AddressRangesByZone1764000210000,
  Marks1764000300000,
  Lists1764000310000,
  Endings1764000400000,
  MadeElsewhere1764000800000,
] as const;
