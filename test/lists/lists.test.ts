import './documented.cases.js';
import './many-instances.cases.js';
import './model.cases.js';
import './others.cases.js';
import './paging.cases.js';
import './runbook.cases.js';
import './short-pages.cases.js';
import './zone-addresses.cases.js';
