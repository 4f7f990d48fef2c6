import './outcomes.cases.js';
import './reads.cases.js';
