import './receiver-challenge.cases.js';
