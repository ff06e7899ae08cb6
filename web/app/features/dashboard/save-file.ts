import { apiFetch } from '../../lib/transport';

/** Fetches a file that needs the token and saves it; without `name` under the name that the server gives it. */
export async function saveFile(path: string, name?: string): Promise<void> {
  const response = await apiFetch(path);
  const said = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? said ?? 'attachment';
  link.click();
  URL.revokeObjectURL(address);
}
