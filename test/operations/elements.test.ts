import './elements-of-a-reservation.cases.js';
import './taken-elements.cases.js';
import './circles-of-protection.cases.js';
import './moves-of-protected.cases.js';
