import './rejected-batch.cases.js';
