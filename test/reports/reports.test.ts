import './usage.cases.js';
import './idle.cases.js';
import './brute-force.cases.js';
import './limits.cases.js';
import './shares.cases.js';
