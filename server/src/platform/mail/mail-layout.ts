import { visibleLine } from '@vialproof/contract/plain-line';
import { html, raw } from 'hono/html';
import type { MailBlock, MailContent } from './mail-content.ts';

/** The sender of mails, and maybe the address of the website. */
type MailBrand = { name: string; url?: string | undefined };

/** Writes a mail as text and as HTML, without pictures, scripts or tracking. */
export async function layOutMail(brand: MailBrand, content: MailContent) {
  const { blocks } = content;
  const subject = oneLine(content.subject);
  const heading = oneLine(content.heading ?? content.subject);
  const text = [heading, ...blocks.map(textOf), signature(brand)].join('\n\n');
  // The types allow promises here, but the values are never promises.
  const page = await pageOf(brand, subject, heading, blocks);
  return { subject, text: `${text}\n`, html: String(page) };
}

const signature = ({ name, url }: MailBrand) => ['--', name, ...(url ? [url] : [])].join('\n');

/** The largest length of a subject. */
const SUBJECT_SIGNS = 200;

/** A subject on one line, because a line break could begin another header. */
function oneLine(text: string): string {
  const line = visibleLine(text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
  return [...line].slice(0, SUBJECT_SIGNS).join('');
}

function textOf(block: MailBlock): string {
  if (typeof block === 'string') return block;
  switch (block.kind) {
    case 'small':
      return block.text;
    case 'facts':
      return block.rows.map(([label, value]) => `${label}: ${value.replace(/\s*\n\s*/g, ', ')}`).join('\n');
    case 'code':
      return `    ${block.text}`;
    case 'steps':
      return block.items.map((item, index) => `${index + 1}. ${item}`).join('\n');
    case 'quote':
      return block.text.replace(/^/gm, '> ');
    case 'button':
    case 'link':
      return `${block.label}:\n${webAddress(block.url)}`;
    case 'address':
      return webAddress(block.url);
  }
}

function htmlOf(block: MailBlock) {
  if (typeof block === 'string') return html`<p>${block}</p>`;
  switch (block.kind) {
    case 'facts':
      return html`<dl>${block.rows.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
    case 'code':
      return html`<p class="code">${block.text}</p>`;
    case 'steps':
      return html`<ol>${block.items.map((item) => html`<li>${item}</li>`)}</ol>`;
    case 'quote':
      return html`<blockquote>${block.text}</blockquote>`;
    case 'button':
      return html`<p><a class="button" href="${webAddress(block.url)}">${block.label}</a></p>`;
    case 'link':
      return html`<p><a href="${webAddress(block.url)}">${block.label}</a></p>`;
    case 'address':
      return html`<p><a href="${webAddress(block.url)}">${block.url}</a></p>`;
    case 'small':
      return html`<p class="small">${block.text}</p>`;
  }
}

function webAddress(url: string): string {
  if (!/^https?:\/\//i.test(url)) throw new Error('a mail links to web addresses only');
  return url;
}

const STYLE = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 16px; background: #f7f6f2; color: #1d252b;
  font: 16px/1.55 "IBM Plex Sans", -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
main { box-sizing: border-box; max-width: 560px; margin: 0 auto; padding: 28px; background: #fffefb; border: 1px solid #deddd7; border-radius: 4px; }
h1 { margin: 0 0 16px; font: 500 24px/1.25 Newsreader, Georgia, "Times New Roman", serif; }
p, dl, ol, blockquote { margin: 0 0 16px; }
h1, p, li { overflow-wrap: anywhere; }
ol { padding-left: 22px; }
li { margin-bottom: 4px; }
a { color: #0b5e63; }
dl { padding: 14px 16px; background: #f1f0eb; border-radius: 4px; }
dt { font-size: 13px; color: #55606a; }
a { overflow-wrap: anywhere; }
dd { margin: 0 0 10px; white-space: pre-line; overflow-wrap: anywhere; }
dd:last-child { margin-bottom: 0; }
blockquote { padding: 2px 0 2px 14px; border-left: 3px solid #0b5e63; white-space: pre-line; overflow-wrap: anywhere; }
.brand { max-width: 560px; margin: 0 auto 12px; font-weight: 600; letter-spacing: 0.02em; }
.code { padding: 14px 16px; background: #f1f0eb; border-radius: 4px; font: 500 26px/1.2 "IBM Plex Mono", ui-monospace, Menlo, Consolas, monospace; letter-spacing: 0.12em; }
.button { display: inline-block; padding: 11px 18px; background: #0b5e63; color: #ffffff; border-radius: 4px; font-weight: 600; text-decoration: none; }
main > :last-child { margin-bottom: 0; }
.small { font-size: 14px; color: #55606a; }
footer { max-width: 560px; margin: 12px auto 0; font-size: 13px; color: #55606a; }
@media (max-width: 480px) {
  body { padding: 16px 10px; }
  main { padding: 20px; }
}
@media (prefers-color-scheme: dark) {
  body { background: #10171b; color: #eceae4; }
  main { background: #171f24; border-color: #313b41; }
  a { color: #62cfcb; }
  dl, .code { background: #1f282d; }
  dt, .small, footer { color: #aab4ba; }
  blockquote { border-color: #62cfcb; }
  .button { background: #62cfcb; color: #0c1b1d; }
}
`;

function pageOf(brand: MailBrand, subject: string, heading: string, blocks: MailBlock[]) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<p class="brand">${brand.name}</p>
<main>
<h1>${heading}</h1>
${blocks.map((block) => html`${htmlOf(block)}\n`)}</main>
${brand.url ? html`<footer><a href="${webAddress(brand.url)}">${brand.url}</a></footer>` : ''}
</body>
</html>
`;
}
