import { html, raw } from 'hono/html';
import { arriving } from './provider.ts';

/** The bill on a payment page. Amounts are in the smallest unit of the currency (cents). */
export type Bill = {
  currency: string;
  asked: number;
  items: { name: string; description: string | null; quantity: number; unitAmount: number }[];
  customerEmail: string | null;
  clientReferenceId: string | null;
};

/** The words of one provider's pages. */
export type Words = { means: string; provider: string; refused: string; decline: string };
export const CARD: Words = {
  means: 'card',
  provider: 'card provider',
  refused: 'Your card was declined.',
  decline: 'The card is refused; this page stays open',
};
export const CRYPTO: Words = {
  means: 'wallet',
  provider: 'crypto provider',
  refused: 'The transfer was refused.',
  decline: 'The transfer is refused; this page stays open',
};

type Page = { title: string; nonce: string; session: Bill; words: Words; body: ReturnType<typeof html> };

export function money({ currency }: { currency: string }, cents: number): string {
  const amount = (cents / 100).toFixed(2);
  return currency === 'usd' ? `$${amount}` : `${amount} ${currency.toUpperCase()}`;
}

/** The price as HTML: `$300.00`, with smaller cents. */
function price(session: Bill, cents: number) {
  const [whole, rest] = money(session, cents).split('.');
  return html`${whole}<small>.${rest}</small>`;
}

function frame({ title, nonce, session, words, body }: Page) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(STYLE)}</style>
</head>
<body>
<header class="mode"><b>TEST MODE</b> No ${words.means} is asked for and no money moves.</header>
<main>
<section class="bill" aria-label="What you are paying for">
<p class="eyebrow">Payment sandbox</p>
<p class="total">${price(session, session.asked)}</p>
<ul>${session.items.map(
    (item) =>
      html`<li><span>${item.name}${item.quantity > 1 ? html` <em>× ${item.quantity}</em>` : ''}${
        item.description ? html`<em class="block">${item.description}</em>` : ''
      }</span><span>${money(session, item.quantity * item.unitAmount)}</span></li>`,
  )}</ul>
<dl>
<div><dt>Total</dt><dd>${money(session, session.asked)}</dd></div>
${session.customerEmail ? html`<div><dt>Receipt to</dt><dd>${session.customerEmail}</dd></div>` : ''}
${session.clientReferenceId ? html`<div><dt>Reference</dt><dd class="code">${session.clientReferenceId}</dd></div>` : ''}
</dl>
</section>
<section class="act">${body}</section>
</main>
</body>
</html>`;
}

const choice = (outcome: string, label: string, effect: string) =>
  html`<button name="outcome" value="${outcome}"><b>${label}</b><span>${effect}</span></button>`;

/** The page of an unpaid checkout: one form with six buttons. */
export function payPage(session: Bill, nonce: string, declined: boolean, words: Words) {
  const short = money(session, arriving(session.asked, 'underpay'));
  const over = money(session, arriving(session.asked, 'overpay'));
  return frame({
    title: `TEST MODE · Pay ${money(session, session.asked)}`,
    nonce,
    session,
    words,
    body: html`<h1>Choose how this payment ends</h1>
<p class="lead">This page stands in for the ${words.provider}'s own. Your choice is reported back by a signed event, exactly as a real payment would be.</p>
${declined ? html`<p class="alert" role="alert">${words.refused} Try again, or choose another way.</p>` : ''}
<form method="post">
<button class="main" name="outcome" value="pay">Pay ${money(session, session.asked)}</button>
<fieldset><legend>Or try what can go wrong</legend>
<div class="grid">
${choice('pay_late', 'Pay late', 'Processing first, confirmed after a while')}
${choice('decline', 'Decline', words.decline)}
${choice('underpay', 'Underpay', `Only ${short} arrives`)}
${choice('overpay', 'Overpay', `${over} arrives`)}
</div></fieldset>
<button class="quiet" name="outcome" value="cancel">Cancel and go back</button>
</form>`,
  });
}

/** The text of a page without buttons. */
export type Said = { heading: string; text: string; link?: { href: string; label: string } | undefined };

/** The page of a checkout that was used or has expired, and of a receipt. */
export function endPage(session: Bill, nonce: string, said: Said, words: Words) {
  return frame({
    title: `TEST MODE · ${said.heading}`,
    nonce,
    session,
    words,
    body: html`<h1>${said.heading}</h1><p class="lead">${said.text}</p>${
      said.link
        ? html`<p><a class="main" href="${said.link.href}" rel="noreferrer">${said.link.label}</a></p>`
        : ''
    }`,
  });
}

const STYLE = `
*{box-sizing:border-box;margin:0}
:root{--ink:#16211d;--soft:#5b6a63;--line:#dfe5e1;--paper:#fff;--mist:#f3f6f4;--deep:#12362c;--leaf:#1d6b52;--amber:#f4b740}
body{font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:var(--ink);background:var(--mist);min-height:100vh;display:flex;flex-direction:column}
.mode{background:var(--amber);color:#3a2800;text-align:center;padding:.55rem 1rem;font-size:.875rem}
.mode b{letter-spacing:.08em;margin-right:.6em}
main{flex:1;display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr)}
section{padding:clamp(1.5rem,5vw,4.5rem)}
.bill{background:var(--deep);color:#eef5f1}
.bill>*{max-width:24rem;margin-left:auto}
.eyebrow{text-transform:uppercase;letter-spacing:.12em;font-size:.75rem;color:#a9c9bc}
.total{font-size:clamp(2.6rem,6vw,3.6rem);font-weight:650;letter-spacing:-.03em;font-variant-numeric:tabular-nums;line-height:1.2;margin-top:.25rem}
.total small{font-size:.5em;color:#a9c9bc}
ul{list-style:none;padding:0;margin-top:2rem}
li,dl div{display:flex;justify-content:space-between;gap:1.5rem;padding:.75rem 0;border-top:1px solid #ffffff26;font-variant-numeric:tabular-nums}
li span:first-child,dd{overflow-wrap:anywhere;min-width:0}
em{font-style:normal;color:#a9c9bc}.block{display:block;font-size:.875rem}
dt{color:#a9c9bc}dd{text-align:right}.code{font:.8rem/1.9 ui-monospace,Menlo,Consolas,monospace}
.act>*{max-width:32rem}
h1{text-wrap:balance;font-size:1.5rem;letter-spacing:-.015em;line-height:1.25}
.lead{color:var(--soft);margin:.6rem 0 1.75rem}
.alert{background:#fdeceb;color:#8f1d14;border-left:3px solid #c8382c;padding:.75rem 1rem;margin-bottom:1.25rem;border-radius:.25rem}
form{display:grid;gap:1.5rem}
button,a.main{font:inherit;cursor:pointer;border-radius:.6rem;border:1px solid var(--line);background:var(--paper);color:inherit;padding:.85rem 1rem;text-align:left;transition:border-color .15s,background .15s}
button:hover{border-color:var(--leaf)}
:focus-visible{outline:3px solid var(--leaf);outline-offset:2px}
.main{background:var(--leaf);border-color:var(--leaf);color:#fff;text-align:center;font-weight:600;font-size:1.0625rem;width:100%}
.main:hover{background:#17573f}
a.main{display:inline-block;width:auto;text-decoration:none;padding-inline:1.5rem}
fieldset{border:0;padding:0;min-width:0}
legend{font-size:.875rem;color:var(--soft);margin-bottom:.6rem;padding:0}
.grid{display:grid;grid-template-columns:1fr 1fr;gap:.6rem}
.grid button{display:grid;align-content:start}.grid b{display:block;font-weight:600}.grid span{display:block;font-size:.8125rem;line-height:1.4;color:var(--soft)}
.quiet{background:none;border-color:transparent;color:var(--soft);text-align:center;text-decoration:underline;text-underline-offset:3px}
@media(max-width:44rem){main{display:block}section{padding:1.5rem 1.25rem}.bill>*,.act>*{max-width:none}ul{margin-top:1rem}.grid{grid-template-columns:1fr}}
@media(prefers-reduced-motion:reduce){*{transition:none}}
`;
