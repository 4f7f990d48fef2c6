import './increase-capacity.cases.js';
import './decrease-capacity.cases.js';
import './forced-decrease.cases.js';
import './restoration.cases.js';
