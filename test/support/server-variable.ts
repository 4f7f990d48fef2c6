/** Environment variable with the URL of the server, for the test files in their own processes. Apart, because it needs no driver. */
export const SERVER_VARIABLE = 'HEADROOM_TEST_SERVER';

/** The database of that server which is copied for each test file: it has the current schema. */
export const TEMPLATE = 'headroom_template';
