import './update-reservation.cases.js';
import './update-refusals.cases.js';
import './kept-kinds.cases.js';
import './update-zone.cases.js';
import './cancel-reservation.cases.js';
import './expiry.cases.js';
import './expiry-bounds.cases.js';
import './expiry-not-sent.cases.js';
