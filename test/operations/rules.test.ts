import './admission-arithmetic.cases.js';
import './half-open-windows.cases.js';
import './amounts.cases.js';
import './times.cases.js';
import './inverted-windows.cases.js';
import './policies.cases.js';
import './tenant-limits.cases.js';
import './idempotency.cases.js';
