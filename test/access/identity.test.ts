import './keystone.cases.js';
import './oidc.cases.js';
