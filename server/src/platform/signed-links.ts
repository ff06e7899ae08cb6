import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, secondsAfter } from './clock.ts';

/** As whom the bearer of a link may read. */
export type Audience = 'own' | 'staff';

export const LINK_SECONDS = 300;
const FORM = /^(own|staff)\.(\d{1,12})\.([\w-]{43})$/;

/**
 * Addresses that stand for a token for five minutes, since a browser sends none when it opens a picture or saves a
 * file. Each is good for one thing only, and says as whom it is read; what may be read is decided anew at each use.
 * `secret`: the installation's, of which a key of its own is made.
 */
export function createSignedLinks({ secret, clock }: { secret: string; clock: Clock }) {
  const key = createHmac('sha256', secret).update('signed links of files').digest();
  const macOf = (subject: string, audience: string, expires: string) =>
    createHmac('sha256', key).update(`${subject}\n${audience}\n${expires}`).digest();

  return {
    /** The value of the parameter `link`, and when it ends. `subject` is 'attachment:<id>' or the like. */
    sign(subject: string, audience: Audience): { link: string; expiresAt: Date } {
      const expiresAt = secondsAfter(clock.now(), LINK_SECONDS);
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      const mac = macOf(subject, audience, expires).toString('base64url');
      return { link: `${audience}.${expires}.${mac}`, expiresAt };
    },

    /** As whom the bearer may read `subject`; undefined for a link that is over, changed, or of another thing. */
    check(subject: string, link: string | undefined): Audience | undefined {
      const [, audience, expires = '', mac = ''] = FORM.exec(link ?? '') ?? [];
      if (audience !== 'own' && audience !== 'staff') return undefined;
      const given = Buffer.from(mac, 'base64url');
      const right = macOf(subject, audience, expires);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return Number(expires) * 1000 > clock.now().getTime() ? audience : undefined;
    },
  };
}
