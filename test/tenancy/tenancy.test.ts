import './foreign-ids.cases.js';
import './nothing-of-others.cases.js';
