import './offers-without-a-zone.cases.js';
import './concrete-addresses.cases.js';
import './address-ranges-added-later.cases.js';
import './address-ranges-named-again.cases.js';
import './addresses-of-a-running-reservation.cases.js';
import './figures-of-addresses.cases.js';
import './offers-of-addresses.cases.js';
