import './compute-attributes.cases.js';
import './compute-capacity.cases.js';
import './compute-create.cases.js';
import './compute-query.cases.js';
import './compute-update.cases.js';
import './timeline.cases.js';
import './worst-instant.cases.js';
