import './commit-cut.cases.js';
import './late-statement.cases.js';
import './lost-commits.cases.js';
import './shared-commits.cases.js';
import './head-moved.cases.js';
import './repeated-elsewhere.cases.js';
import './far-behind.cases.js';
