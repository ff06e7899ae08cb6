import { apiFetch } from './transport';

/** An address of a stored file that works once and within a minute without a token. */
async function signedLink(path: string): Promise<string> {
  const response = await apiFetch(`${path}/link`);
  const { data } = (await response.json()) as { data: { url: string } };
  return data.url;
}

/** Makes the browser download a stored file, under the name from the server. */
export async function download(path: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await signedLink(path);
  link.download = '';
  link.click();
}
