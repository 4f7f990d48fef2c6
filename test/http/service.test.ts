import './health.cases.js';
import './root.cases.js';
import './request-log.cases.js';
import './request-gate.cases.js';
import './idempotency-of-callers.cases.js';
