import { notify } from './toast';

/** Copies a text to the clipboard. False if the browser forbids it. A notice then says so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    notify.error('Your browser does not let this page copy. Select the text and copy it yourself.', 'copy');
    return false;
  }
}
