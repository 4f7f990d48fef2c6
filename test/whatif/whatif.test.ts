import './creations.cases.js';
import './capacity.cases.js';
import './instances.cases.js';
import './northbound.cases.js';
import './releases.cases.js';
import './nothing-written.cases.js';
import './same-answer.cases.js';
