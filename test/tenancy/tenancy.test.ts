import './foreign-ids.cases.js';
import './nothing-of-others.cases.js';
import './rehearsed-for-others.cases.js';
