export type MailText = { subject: string; text: string; html: string };

type Letter = {
  subject: string;
  brand: string;
  greeting: string;
  /** Plain sentences; a link stands alone in its paragraph. */
  before: string[];
  code?: string;
  after: string[];
};

/** One letter as plain text and as HTML without images, scripts or anything fetched from elsewhere. */
export function writeLetter({ subject, brand, greeting, before, code, after }: Letter): MailText {
  const text = [greeting, ...before, ...(code ? [`    ${code}`] : []), ...after, `-- \n${brand}`].join(
    '\n\n',
  );
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${linked(line)}</p>`;
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1c1c1a;background:#ffffff">
<div style="max-width:32rem">
${[greeting, ...before].map(paragraph).join('\n')}
${code ? `<p style="margin:0 0 16px;font:600 32px/1.2 ui-monospace,monospace;letter-spacing:0.15em">${escapeHtml(code)}</p>` : ''}
${after.map(paragraph).join('\n')}
<p style="margin:24px 0 0;color:#5c5c58">${escapeHtml(brand)}</p>
</div>
</body>
</html>`;
  return { subject, text, html };
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
  return text.replace(/[&<>"']/g, (sign) => `&${names[sign]};`);
}

function linked(line: string): string {
  const safe = escapeHtml(line);
  return /^https?:\/\/\S+$/.test(line) ? `<a href="${safe}" style="color:#1c1c1a">${safe}</a>` : safe;
}
