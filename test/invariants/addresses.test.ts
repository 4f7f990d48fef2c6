import './addresses-once.cases.js';
import './addresses-said-available.cases.js';
import './addresses-model.cases.js';
import './address-book-late.cases.js';
import './selection.cases.js';
