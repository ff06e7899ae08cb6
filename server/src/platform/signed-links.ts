import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Clock, secondsAfter } from './clock.ts';
import type { Limits } from './limits.ts';

/** As whom the bearer of a link may read. */
export type Audience = 'own' | 'staff';

export const LINK_SECONDS = 60;
/** Remembered for longer than any link lasts. */
const ONCE = { points: 1, seconds: 2 * LINK_SECONDS };
const FORM = /^(own|staff)\.(\d{1,12}\.[\w-]{11})\.([\w-]{43})$/;

/**
 * Addresses that stand for a token once, within a minute, since a browser sends none when it saves a file. Each is good
 * for one thing only, and says as whom it is read; what may be read is decided anew at each use.
 * `secret`: the installation's, of which a key of its own is made.
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
    /** The value of the parameter `link`, and when it ends. `subject` is 'attachment:<id>' or the like. */
    sign(subject: string, audience: Audience): { link: string; expiresAt: Date } {
      const expiresAt = secondsAfter(clock.now(), LINK_SECONDS);
      // The random part: two links of one second are two.
      const term = `${Math.floor(expiresAt.getTime() / 1000)}.${randomBytes(8).toString('base64url')}`;
      const mac = macOf(subject, audience, term).toString('base64url');
      return { link: `${audience}.${term}.${mac}`, expiresAt };
    },

    /**
     * As whom the bearer may read `subject`; undefined for a link that is over, used, changed, or of another thing. Uses it
     * up, unless somebody only looks, as HEAD does.
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
      // By the bytes: the last letter of `mac` carries two bits that say nothing, and would make four uses of one.
      const use = onlyLooks ? limits.look : limits.take;
      const isUsed = await use('signed-link', right.toString('base64url'), ONCE);
      return isUsed ? undefined : audience;
    },
  };
}
