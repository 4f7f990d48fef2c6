import './openstack-discovery.cases.js';
import './openstack-distrust.cases.js';
import './openstack-fake.cases.js';
import './openstack-patience.cases.js';
import './openstack-servers.cases.js';
import './openstack-session.cases.js';
