import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, secondsAfter } from './clock.ts';
import type { Secrets } from './config/secrets.ts';
import type { Limits } from './limits.ts';

/** Whose access rights a link gives. */
export type Audience = 'own' | 'staff';

export const LINK_SECONDS = 60;
/** A link works once. Its use is remembered for longer than any link is valid. */
const ONCE = { points: 1, seconds: 2 * LINK_SECONDS };
const FORM = /^(own|staff)\.(\d{1,12}\.[\w-]{11})\.([\w-]{43})$/;

/**
 * Signed addresses that work once, within a minute. They replace the access token, because a browser sends no token
 * when it saves a file. Each one is for one object and one kind of reader. `secrets` are those of the installation.
 */
export function createSignedLinks({
  secrets,
  clock,
  limits,
}: {
  secrets: Secrets;
  clock: Clock;
  limits: Limits;
}) {
  const keyOf = (secret: string) => createHmac('sha256', secret).update('signed links of files').digest();
  const newest = keyOf(secrets.newest);
  const keys = secrets.all.map(keyOf);
  const macOf = (key: Buffer, subject: string, audience: string, term: string) =>
    createHmac('sha256', key).update(`${subject}\n${audience}\n${term}`).digest();

  return {
    /** The value of the parameter `link`, and when it ends. `subject` is for example 'attachment:<id>'. */
    sign(subject: string, audience: Audience): { link: string; expiresAt: Date } {
      const expiresAt = secondsAfter(clock.now(), LINK_SECONDS);
      // A random part makes two links of the same second different.
      const term = `${Math.floor(expiresAt.getTime() / 1000)}.${randomBytes(8).toString('base64url')}`;
      const mac = macOf(newest, subject, audience, term).toString('base64url');
      return { link: `${audience}.${term}.${mac}`, expiresAt };
    },

    /**
     * Who may read `subject` with this link. Undefined if the link has ended, was used or changed, or is for another
     * object. The link is used up, unless the request only asks for headers (HEAD).
     */
    async use(
      subject: string,
      link: string | undefined,
      { onlyLooks = false }: { onlyLooks?: boolean | undefined } = {},
    ): Promise<Audience | undefined> {
      const [, audience, term = '', mac = ''] = FORM.exec(link ?? '') ?? [];
      if (audience !== 'own' && audience !== 'staff') return undefined;
      const given = Buffer.from(mac, 'base64url');
      const right = keys
        .map((key) => macOf(key, subject, audience, term))
        .find((mac) => given.length === mac.length && timingSafeEqual(given, mac));
      if (!right) return undefined;
      if (Number.parseInt(term, 10) * 1000 <= clock.now().getTime()) return undefined;
      // Compares bytes, not letters: the last letter of `mac` has two unused bits, so one link would have four
      // spellings and could be used four times.
      const key = right.toString('base64url');
      const [refused] = onlyLooks
        ? await limits.look(['signed-link', key, ONCE])
        : [await limits.take('signed-link', key, ONCE)];
      return refused ? undefined : audience;
    },
  };
}
