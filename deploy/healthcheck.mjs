// Exit status 0 if the process in this container answers: node healthcheck.mjs livez|readyz
const { PORT = '3000', TLS_CERT_FILE } = process.env;
// The certificate names the service's public name, not this address.
if (TLS_CERT_FILE) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const url = `${TLS_CERT_FILE ? 'https' : 'http'}://127.0.0.1:${PORT}/${process.argv[2] ?? 'livez'}`;
const { ok } = await fetch(url, { signal: AbortSignal.timeout(2_500) }).catch(() => ({ ok: false }));
process.exit(ok ? 0 : 1);
