declare global {
  /** Read by the package that keeps the page from scrolling behind a drawer. */
  var __webpack_nonce__: string | undefined;
}

/** The policy allows only those style elements that carry the nonce of this answer. */
export function styleNonce(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
  return meta?.nonce ?? '';
}

globalThis.__webpack_nonce__ = styleNonce();
