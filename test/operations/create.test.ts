import './create-reservation.cases.js';
import './create-refusals.cases.js';
import './reservation-forms.cases.js';
import './counter-offer.cases.js';
import './offers-as-requested.cases.js';
import './placement.cases.js';
import './traits.cases.js';
import './marks.cases.js';
