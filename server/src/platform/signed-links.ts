import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, secondsAfter } from './clock.ts';
import type { Limits } from './limits.ts';

/** The access rights that a link grants its holder. */
export type Audience = 'own' | 'staff';

export const LINK_SECONDS = 60;
/** How often and how long the use of a link is counted: once, for longer than any link is valid. */
const ONCE = { points: 1, seconds: 2 * LINK_SECONDS };
const FORM = /^(own|staff)\.(\d{1,12}\.[\w-]{11})\.([\w-]{43})$/;

/**
 * Signed addresses that replace a token once, within a minute, because a browser sends no token when it saves a file.
 * Each is for one object and one audience; access is checked again at each use. `secret`: the installation's secret,
 * from which a key is derived.
 */
export function createSignedLinks({
  secret,
  clock,
  limits,
}: {
  secret: string;
  clock: Clock;
  limits: Limits;
}) {
  const key = createHmac('sha256', secret).update('signed links of files').digest();
  const macOf = (subject: string, audience: string, term: string) =>
    createHmac('sha256', key).update(`${subject}\n${audience}\n${term}`).digest();

  return {
    /** The value of the parameter `link`, and its end. `subject` is 'attachment:<id>' or similar. */
    sign(subject: string, audience: Audience): { link: string; expiresAt: Date } {
      const expiresAt = secondsAfter(clock.now(), LINK_SECONDS);
      // The random part makes two links of the same second different.
      const term = `${Math.floor(expiresAt.getTime() / 1000)}.${randomBytes(8).toString('base64url')}`;
      const mac = macOf(subject, audience, term).toString('base64url');
      return { link: `${audience}.${term}.${mac}`, expiresAt };
    },

    /**
     * The audience for which the holder may read `subject`; undefined for a link that is expired, used, changed, or for
     * another object. Marks it as used, unless the request only looks, as HEAD does.
     */
    async use(
      subject: string,
      link: string | undefined,
      { onlyLooks = false }: { onlyLooks?: boolean | undefined } = {},
    ): Promise<Audience | undefined> {
      const [, audience, term = '', mac = ''] = FORM.exec(link ?? '') ?? [];
      if (audience !== 'own' && audience !== 'staff') return undefined;
      const given = Buffer.from(mac, 'base64url');
      const right = macOf(subject, audience, term);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      if (Number.parseInt(term, 10) * 1000 <= clock.now().getTime()) return undefined;
      // By the bytes: the last letter of `mac` has two unused bits, which would allow four uses of one link.
      const key = right.toString('base64url');
      const [refused] = onlyLooks
        ? await limits.look(['signed-link', key, ONCE])
        : [await limits.take('signed-link', key, ONCE)];
      return refused ? undefined : audience;
    },
  };
}
