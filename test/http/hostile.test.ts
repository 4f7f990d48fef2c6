import './hostile-connections.cases.js';
import './slow-clients.cases.js';
import './browsers.cases.js';
import './tls.cases.js';
