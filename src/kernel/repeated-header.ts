/** Whether a request has several headers of a name, of which Node keeps only the first. */
export function isRepeated(
  name: string,
  { rawHeaders }: { readonly rawHeaders: readonly string[] },
): boolean {
  const isNamed = (text: string, index: number): boolean =>
    index % 2 === 0 && text.length === name.length && text.toLowerCase() === name;
  return rawHeaders.filter(isNamed).length > 1;
}
