const OPERATIONS =
  /^\/(?:add-provider|(?:create|update|cancel|query)-reservation|(?:create|destroy)-instance|(?:increase|decrease|query)-capacity)\/?$/i;
const NORTHBOUND =
  /^\/(?:capacity\/(?:compute|network|storage)\/(?:query|subscribe|notification)|reservation\/(?:(?:compute|network|storage)\/(?:create|query|update)|subscribe))\/?$/i;
const TERMINATION = /^\/reservation\/(?:compute|network|storage)\/[^/]+\/?$/i;

/**
 * Whether a request is one of the contract's, which ignore unknown members. All others are additions and refuse them.
 * Ignores case and a slash at the end, like Express' router.
 */
export function isContractRequest(method: string, path: string): boolean {
  return OPERATIONS.test(path) || NORTHBOUND.test(path) || (method === 'DELETE' && TERMINATION.test(path));
}
