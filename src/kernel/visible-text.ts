/** Characters that any header can carry, such as those of a tenant's name. */
const VISIBLE = /^[\x21-\x7e]{1,255}$/;

export const MUST_BE_VISIBLE = 'must be 1 to 255 visible ASCII characters';

export function isVisibleText(text: string): boolean {
  return VISIBLE.test(text);
}
