import { notify } from './toast';

/** Puts a text into the clipboard. False where the browser does not let the page do it: a toast then says so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify.error('Your browser does not let this page copy. Select the text and copy it yourself.', 'copy');
    return false;
  }
}
