import './deliveries.cases.js';
import './delivered-once.cases.js';
import './retries.cases.js';
import './stopped-meanwhile.cases.js';
import './replaced-meanwhile.cases.js';
import './sharing.cases.js';
import './signature.cases.js';
import './example-receiver.cases.js';
