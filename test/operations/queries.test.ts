import './query-capacity.cases.js';
import './query-elements.cases.js';
import './query-pages.cases.js';
import './query-reservation.cases.js';
import './query-without.cases.js';
import './query-without-drawn.cases.js';
import './query-without-provider.cases.js';
import './utilization.cases.js';
