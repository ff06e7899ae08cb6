const LONGEST_NAME = 120;

/** A safe name for a file: no folders, no control characters, no quotes. Its ending stays. */
export function safeFileName(given: string): string {
  const base = given.split(/[/\\]/).at(-1) ?? '';
  const clean = base
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}"<>|:*?]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? '';
  const stem = [...clean.slice(0, clean.length - extension.length)]
    .slice(0, LONGEST_NAME - extension.length)
    .join('');
  return `${stem || 'file'}${extension}`;
}

/** A header that makes the browser save a file under any name (RFC 6266). */
export const downloadAs = (fileName: string): string => disposition('attachment', fileName);

/** A header that makes the browser show one of our own pictures in the page. */
export const showAs = (fileName: string): string => disposition('inline', fileName);

function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const name = safeFileName(fileName);
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/[\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
