import './told-in-parts.cases.js';
import './reservation-changes.cases.js';
import './reservation-created.cases.js';
import './moves-told.cases.js';
import './decided-later.cases.js';
import './decided-before.cases.js';
import './tenants-told.cases.js';
import './overtaken.cases.js';
