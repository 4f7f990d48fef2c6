import './large-reservations.cases.js';
import './containers-of-a-reservation.cases.js';
import './container-refusals.cases.js';
import './container-units.cases.js';
import './custom-classes.cases.js';
import './traits-bind.cases.js';
