import { apiFetch } from './transport';

/** An address for a file that works once, within a minute and without a token. */
async function signedLink(path: string): Promise<string> {
  const response = await apiFetch(`${path}/link`);
  const { data } = (await response.json()) as { data: { url: string } };
  return data.url;
}

/** Downloads a file. The server gives its name. */
export async function download(path: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await signedLink(path);
  link.download = '';
  link.click();
}
