import './exactly-one.cases.js';
import './fold-check.cases.js';
import './merged-updates.cases.js';
import './moves.cases.js';
import './segments.cases.js';
import './one-client.cases.js';
import './views.cases.js';
import './many-clients.cases.js';
