import './ahead.cases.js';
import './capacity.cases.js';
import './dry-run.cases.js';
import './listen.cases.js';
import './providers.cases.js';
import './receiver.cases.js';
import './report.cases.js';
import './reservations.cases.js';
