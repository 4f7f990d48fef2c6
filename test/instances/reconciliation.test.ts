import './lifecycle.cases.js';
import './odd-answers.cases.js';
import './reconciliation-doubt.cases.js';
import './reconciliation-lease.cases.js';
import './renamed.cases.js';
import './simulated-driver.cases.js';
import './slow-removals.cases.js';
import './worker.cases.js';
