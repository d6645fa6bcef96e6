/**
 * The delay before the object URL is revoked. The URL must stay valid for a while, because the browser reads
 * the file asynchronously.
 */
const READ_WITHIN_MS = 60_000;

export function downloadFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS);
}

export function downloadText(
  name: string,
  text: string,
  type: 'text/csv' | 'text/plain' | 'application/json',
): void {
  downloadFile(name, new Blob([text], { type }));
}
