import './casing.cases.js';
import './error-bodies.cases.js';
import './field-names.cases.js';
import './northbound-words.cases.js';
import './named-members.cases.js';
import './spellings.cases.js';
import './query-forms.cases.js';
