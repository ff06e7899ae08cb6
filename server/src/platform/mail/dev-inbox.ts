import { Hono } from 'hono';
import { html } from 'hono/html';
import type pg from 'pg';
import type { Clock } from '../clock.ts';

type Row = { recipient: string; subject: string; body_text: string; body_html: string; at: Date };

/** The development inbox: a page and JSON. Only outside production. */
export function devInbox(pool: pg.Pool, clock: Clock) {
  async function mails(to: string | undefined): Promise<Row[]> {
    await pool.query('DELETE FROM dev_mail WHERE expires_at < $1', [clock.now()]);
    const { rows } = await pool.query<Row>(
      `SELECT recipient, subject, body_text, body_html, at FROM dev_mail
       WHERE $1::text IS NULL OR lower(recipient) = lower($1) ORDER BY id DESC LIMIT 100`,
      [to?.replaceAll('\u0000', '') || null],
    );
    return rows;
  }

  return new Hono()
    .get('/mail.json', async (c) => {
      const rows = await mails(c.req.query('to'));
      c.header('Cache-Control', 'no-store');
      return c.json({
        items: rows.map((row) => ({
          to: row.recipient,
          subject: row.subject,
          text: row.body_text,
          html: row.body_html,
          at: row.at.toISOString(),
        })),
      });
    })
    .get('/mail', async (c) => {
      const rows = await mails(c.req.query('to'));
      c.header('Cache-Control', 'no-store');
      // Mails are shown in frames in which no script can run.
      c.header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-src 'self'; base-uri 'none'; form-action 'self'",
      );
      return c.html(html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <meta name="viewport" content="width=device-width, initial-scale=1" />
            <meta name="robots" content="noindex" />
            <title>Development inbox</title>
            <style>
              :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
              body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
              details { border-top: 1px solid color-mix(in oklch, currentColor 20%, transparent); padding: 0.75rem 0; }
              summary { cursor: pointer; }
              summary time { display: block; margin-left: 1rem; opacity: 0.7; font-variant-numeric: tabular-nums; }
              iframe { width: 100%; height: 30rem; border: 1px solid color-mix(in oklch, currentColor 20%, transparent); background: white; }
              pre { white-space: pre-wrap; overflow-wrap: anywhere; }
            </style>
          </head>
          <body>
            <h1>Development inbox</h1>
            <p>Mails that this installation would have sent. Set SMTP_URL to send them for real.</p>
            <form><label>To <input type="search" name="to" value="${c.req.query('to') ?? ''}" /></label> <button>Show</button></form>
            ${rows.length === 0 ? html`<p>No mail yet.</p>` : ''}
            ${rows.map(
              (row) => html`<details>
                <summary><strong>${row.subject}</strong> to ${row.recipient} <time>${row.at.toISOString()}</time></summary>
                <iframe sandbox title="${row.subject}" srcdoc="${row.body_html}"></iframe>
                <pre>${row.body_text}</pre>
              </details>`,
            )}
          </body>
        </html>`);
    });
}
