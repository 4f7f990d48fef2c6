import './subscribe.cases.js';
import './change-subscription.cases.js';
import './subscription-thresholds.cases.js';
import './inbox.cases.js';
