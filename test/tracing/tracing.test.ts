import './requests.cases.js';
import './batches.cases.js';
import './deliveries.cases.js';
import './exemplars.cases.js';
