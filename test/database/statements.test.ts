import './constraints.cases.js';
import './lookups.cases.js';
import './list-plans.cases.js';
import './prepared.cases.js';
import './handed-over.cases.js';
