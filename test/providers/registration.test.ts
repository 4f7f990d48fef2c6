import './add-provider.cases.js';
import './drift.cases.js';
import './reads.cases.js';
import './rediscovery.cases.js';
import './retry.cases.js';
