import './callback-token.cases.js';
import './callback-token-challenge.cases.js';
import './callback-token-secret.cases.js';
import './receiver-challenge.cases.js';
