import './create-instance.cases.js';
import './destroy-instance.cases.js';
import './disks-of-instances.cases.js';
import './instance-refusals.cases.js';
import './destroyed-after-loss.cases.js';
