import './retried-transactions.cases.js';
import './pipelined-transaction.cases.js';
import './migrations.cases.js';
import './standbys.cases.js';
import './session-settings.cases.js';
