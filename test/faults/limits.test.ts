import './queue-full.cases.js';
import './request-limit.cases.js';
import './repeated-request.cases.js';
import './skewed-clocks.cases.js';
