import './unknown-members.cases.js';
import './unknown-parameters.cases.js';
import './wrong-types.cases.js';
