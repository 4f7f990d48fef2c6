import './audit.cases.js';
import './audit-target.cases.js';
import './chained.cases.js';
import './keys.cases.js';
import './limits.cases.js';
import './shared-answers.cases.js';
