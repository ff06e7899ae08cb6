import { apiFetch } from './transport';

/** An address of a stored file that needs no token, once and within a minute; `path` is the file's own address. */
async function signedLink(path: string): Promise<string> {
  const response = await apiFetch(`${path}/link`);
  const { data } = (await response.json()) as { data: { url: string } };
  return data.url;
}

/** Lets the browser download a stored file by itself, under the name that the server gives it. */
export async function download(path: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await signedLink(path);
  link.download = '';
  link.click();
}
