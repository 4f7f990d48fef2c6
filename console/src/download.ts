/** Hands a file to the browser. */
export function download(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the content by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
