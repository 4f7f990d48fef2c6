import './capacity-conditions.cases.js';
import './capacity-leak.cases.js';
import './exact-crossings.cases.js';
import './addresses-told.cases.js';
import './public-addresses.cases.js';
import './watermark-kept.cases.js';
import './evaluated-by-zone.cases.js';
import './zone-created-later.cases.js';
