import './retire.cases.js';
import './retired.cases.js';
import './withdraw.cases.js';
import './end-pool-entry.cases.js';
import './end-promised-pool.cases.js';
