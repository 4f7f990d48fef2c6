import './bodies.cases.js';
import './fuzz.cases.js';
import './prototypes.cases.js';
import './refusals.cases.js';
import './refusals-raw.cases.js';
