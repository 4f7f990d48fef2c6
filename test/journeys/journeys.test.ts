import './end-of-a-reservation.cases.js';
import './main-job.cases.js';
import './names.cases.js';
import './restart.cases.js';
import './two-groups-one-ledger.cases.js';
