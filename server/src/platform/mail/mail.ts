import nodemailer, { type Transport } from 'nodemailer';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { MailContent } from './mail-content.ts';
import { layOutMail } from './mail-layout.ts';

export type Message = MailContent & {
  /** The subject matter: an order, account security, a watch, or news. News are sent only to people who currently want them. */
  about: 'order' | 'account' | 'watch' | 'news';
  to: string;
  /** The address of this installation, if shown below the mail. */
  siteUrl?: string;
  /** Stable per event, so that a mail server can detect duplicates. */
  messageId: string;
  /** Unsubscribe address: GET shows a page, and a POST unsubscribes (RFC 8058). */
  unsubscribeUrl?: string;
  /** When the development inbox deletes the mail; only mails with a code have this time. */
  expiresAt?: Date;
};
export type Mail = {
  send(message: Message): Promise<void>;
  /** Sets the check whether an address wants news. Until then no news are sent. */
  askForConsent(wantsNews: (address: string) => Promise<boolean>): void;
  close(): void;
};

/** Mail through SMTP_URL; without it, through nodemailer into the development inbox. */
export function openMail(config: Config, pool: pg.Pool, clock: Clock): Mail {
  const expiries = new Map<string, Date>();
  let wantsNews: ((address: string) => Promise<boolean>) | undefined;
  const transporter = config.smtpUrl
    ? nodemailer.createTransport(
        // Five tries in a row fit within a mail job's own limit, so a hanging server is never contacted twice at once.
        { url: config.smtpUrl, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 12_000 },
        { from: config.mailFrom },
      )
    : nodemailer.createTransport(inboxTransport(pool, clock, expiries), { from: config.mailFrom });
  return {
    askForConsent(ask) {
      wantsNews = ask;
    },
    async send(message) {
      if (message.about === 'news' && !(await wantsNews?.(message.to))) return;
      const brand = { name: config.brandName, url: message.siteUrl };
      const { subject, text, html } = await layOutMail(brand, message);
      if (message.expiresAt) expiries.set(message.messageId, message.expiresAt);
      try {
        await transporter.sendMail({
          // Line breaks would begin another header.
          to: { name: '', address: message.to.replace(/[\r\n]+/g, ' ') },
          subject: config.smtpUrl ? subjectHeader(subject) : subject,
          text,
          html,
          messageId: message.messageId,
          headers: {
            ...AUTOMATIC,
            ...(message.unsubscribeUrl ? unsubscribeHeaders(message.unsubscribeUrl) : {}),
          },
          disableFileAccess: true,
          disableUrlAccess: true,
        });
      } finally {
        expiries.delete(message.messageId);
      }
    },
    close: () => transporter.close(),
  };
}

/** Headers that prevent automatic replies to a mail (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** Bytes of text in one encoded word, which has at most 75 characters and fits after its header's name. */
const BYTES_OF_A_WORD = 39;

/**
 * The subject as a header value. nodemailer passes text that looks like an encoded word (RFC 2047) unchanged, so
 * readers would see the decoded text: such a subject is encoded here as a whole.
 */
function subjectHeader(subject: string): string {
  if (!subject.includes('=?')) return subject;
  const words = [''];
  for (const sign of subject) {
    const word = `${words.at(-1)}${sign}`;
    if (Buffer.byteLength(word) > BYTES_OF_A_WORD) words.push(sign);
    else words[words.length - 1] = word;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

function inboxTransport(
  pool: pg.Pool,
  clock: Clock,
  expiries: Map<string, Date>,
): Transport<{ messageId: string }> {
  return {
    name: 'development-inbox',
    version: '1',
    send(mail, done) {
      const { to, subject, text, html, messageId } = mail.data;
      const recipient = typeof to === 'object' && !Array.isArray(to) ? to.address : String(to);
      pool
        .query(
          'INSERT INTO dev_mail (recipient, subject, body_text, body_html, at, expires_at) VALUES ($1,$2,$3,$4,$5,$6)',
          [recipient, subject, text, html, clock.now(), expiries.get(String(messageId)) ?? null],
        )
        .then(
          () => done(null, { messageId: String(messageId) }),
          (error: Error) => done(error, { messageId: String(messageId) }),
        );
    },
  };
}
