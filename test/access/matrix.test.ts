import './matrix.cases.js';
