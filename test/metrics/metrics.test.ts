import './figures.cases.js';
import './away-with-key.cases.js';
import './alerts.cases.js';
import './ledger-audit.cases.js';
import './requests.cases.js';
import './dashboard.cases.js';
import './instances.cases.js';
