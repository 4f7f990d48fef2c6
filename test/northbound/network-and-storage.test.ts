import './network-capacity.cases.js';
import './network-reservation.cases.js';
import './storage-capacity.cases.js';
import './storage-reservation.cases.js';
import './terminate.cases.js';
import './every-effect-once.cases.js';
