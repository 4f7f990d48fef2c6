import './queue-full.cases.js';
import './unreachable-database.cases.js';
import './failing-disk.cases.js';
import './request-limit.cases.js';
import './repeated-request.cases.js';
import './skewed-clocks.cases.js';
