import './openapi-document.cases.js';
import './openapi-answers.cases.js';
