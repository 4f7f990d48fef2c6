import './find-windows.cases.js';
import './find-within-limits.cases.js';
import './find-and-hold.cases.js';
import './spare-addresses.cases.js';
