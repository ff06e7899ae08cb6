import { apiFetch } from './transport';

/** Loads a file with the access token and saves it as `name`. */
export async function saveFile(path: string, name: string): Promise<void> {
  const response = await apiFetch(path);
  saveBlob(name, await response.blob());
}

/** Saves a text as a file. */
export function saveText(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
