/**
 * The task number in a scan or in typed text: '10023', 'Task #10023', or the address in the QR code of a certificate.
 */
export function readScan(text: string): string | null {
  const bare = /^\s*(?:task)?\s*#?\s*(\d{1,15})\s*$/i.exec(text);
  const inAddress = /[#?&]task=(\d{1,15})(?!\d)/i.exec(text);
  return bare?.[1] ?? inAddress?.[1] ?? null;
}
