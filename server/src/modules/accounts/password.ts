import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_MESSAGE } from '@vialproof/contract/credentials';
import type { Platform } from '../../platform/platform.ts';
import { type Refusal, refuse } from '../../platform/refusal.ts';

export type Passwords = ReturnType<typeof createPasswords>;

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/** Makes and checks the hashes of passwords, each new one at the cost of today. */
export function createPasswords({ passwordCost }: Pick<Platform, 'passwordCost'>) {
  const { memory, passes, parallelism } = passwordCost;
  /** A hash that nobody's password has. */
  const nobody = phc(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

  function phc(salt: Buffer, tag: Buffer): string {
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
  }

  return {
    /** The argon2id hash of a password as a PHC string; the same letters typed on another system hash alike (NFKC). */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      const message = password.normalize('NFKC');
      const tag = await derive('argon2id', { message, nonce: salt, tagLength: TAG_BYTES, ...passwordCost });
      return phc(salt, tag);
    },

    /**
     * Compares in constant time. Without a stored hash the same work is done against one that nobody's password has,
     * so that an unknown address takes as long as a known one.
     * @throws when the stored hash is none of ours.
     */
    async check(password: string, stored: string | null | undefined): Promise<boolean> {
      const { cost, salt, tag } = parse(stored ?? nobody);
      const message = password.normalize('NFKC');
      const given = await derive('argon2id', { message, nonce: salt, tagLength: tag.length, ...cost });
      return timingSafeEqual(given, tag) && typeof stored === 'string';
    },

    /** Whether a stored hash was made with another cost than today's. */
    isOutdated(stored: string): boolean {
      const { cost } = parse(stored);
      return cost.memory !== memory || cost.passes !== passes || cost.parallelism !== parallelism;
    },
  };
}

/** The answer to a password that everybody has: the same words as for one that is too weak. */
export function refuseCommonPassword(): Refusal {
  return refuse('invalid_fields', PASSWORD_MESSAGE, {
    errors: [{ path: 'password', message: PASSWORD_MESSAGE }],
  });
}

function parse(stored: string) {
  const parts = PHC.exec(stored)?.groups;
  if (!parts?.salt || !parts.tag) throw new Error('a stored password hash is not argon2id');
  return {
    cost: {
      memory: Number(parts.memory),
      passes: Number(parts.passes),
      parallelism: Number(parts.parallelism),
    },
    salt: Buffer.from(parts.salt, 'base64'),
    tag: Buffer.from(parts.tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
