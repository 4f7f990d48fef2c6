import './hold.cases.js';
import './hold-northbound.cases.js';
import './hold-limits.cases.js';
import './wait.cases.js';
import './wait-rules.cases.js';
import './repeat.cases.js';
import './repeat-rules.cases.js';
import './wait-model.cases.js';
