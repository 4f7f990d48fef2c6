import './changed-subscription.cases.js';
import './enabled-again.cases.js';
import './readdressed.cases.js';
import './unsubscribed-meanwhile.cases.js';
import './shared-telling.cases.js';
import './retention.cases.js';
import './retried-round.cases.js';
