import nodemailer, { type Transport } from 'nodemailer';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { type Figures, notMeasured } from '../figures.ts';
import type { MailContent } from './mail-content.ts';
import { layOutMail } from './mail-layout.ts';

export type Message = MailContent & {
  /** What the mail is about. News is sent only to people who want it. */
  about: 'order' | 'account' | 'watch' | 'news';
  to: string;
  /** The address of this installation, if it is shown. */
  siteUrl?: string;
  /** The id is the same for the same event, so that mail servers notice a second copy. */
  messageId: string;
  /** The address that stops mails of this kind: GET shows a page, POST stops them (RFC 8058). */
  unsubscribeUrl?: string;
  /** When the development inbox deletes a mail with a one-time code. */
  expiresAt?: Date;
};
export type Mail = {
  send(message: Message): Promise<void>;
  /** Sets the function that knows whether an address wants news. */
  askForConsent(wantsNews: (address: string) => Promise<boolean>): void;
  close(): void;
};

/** Whether the mail server works and does not take this mail (RFC 5321: a permanent answer). */
const isRefusedMail = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;

/** Sends mails by SMTP_URL, or into the development inbox. */
export function openMail(
  config: Config,
  pool: pg.Pool,
  { clock, figures }: { clock: Clock; figures: Figures },
): Mail {
  const measured = config.smtpUrl ? figures.outside('smtp', isRefusedMail) : notMeasured;
  const expiries = new Map<string, Date>();
  let wantsNews: ((address: string) => Promise<boolean>) | undefined;
  const transporter = config.smtpUrl
    ? nodemailer.createTransport(
        {
          url: config.smtpUrl,
          // `?requireTLS=false` in the address has precedence.
          requireTLS: config.smtpNeedsTls,
          // These timeouts are short, so that five tries fit into the time limit of a job.
          connectionTimeout: 8_000,
          greetingTimeout: 8_000,
          socketTimeout: 12_000,
        },
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
        const envelope = {
          // A line break would begin another header.
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
        };
        await measured(() => transporter.sendMail(envelope));
      } finally {
        expiries.delete(message.messageId);
      }
    },
    close: () => transporter.close(),
  };
}

/** Headers against automatic replies (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };

/** How much text fits into one encoded word of a header. */
const BYTES_OF_A_WORD = 39;

/**
 * The subject as a header. If a text looks encoded (RFC 2047), it is encoded once more, because readers would see
 * another text.
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
