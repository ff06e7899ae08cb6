import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_MESSAGE } from '@vialproof/contract/credentials';
import { type Refusal, refuse } from '../../platform/refusal.ts';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. Raised here, stored hashes follow at the next sign-in. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/** The argon2id hash of a password as a PHC string; the same letters typed on another system hash alike (NFKC). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: TAG_BYTES,
    ...COST,
  });
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Compares in constant time. Without a stored hash the same work is done against one that nobody's password has,
 * so that an unknown address takes as long as a known one.
 * @throws when the stored hash is none of ours.
 */
export async function checkPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { memory, passes, parallelism, salt, tag } = parse(stored ?? NOBODY);
  const given = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: salt,
    tagLength: tag.length,
    memory,
    passes,
    parallelism,
  });
  return timingSafeEqual(given, tag) && typeof stored === 'string';
}

/** The answer to a password that everybody has: the same words as for one that is too weak. */
export function refuseCommonPassword(): Refusal {
  return refuse('invalid_fields', PASSWORD_MESSAGE, {
    errors: [{ path: 'password', message: PASSWORD_MESSAGE }],
  });
}

/** Whether a stored hash was made with another cost than today's. */
export function isOutdated(stored: string): boolean {
  const { memory, passes, parallelism } = parse(stored);
  return memory !== COST.memory || passes !== COST.passes || parallelism !== COST.parallelism;
}

const NOBODY = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(randomBytes(SALT_BYTES))}$${unpadded(randomBytes(TAG_BYTES))}`;

function parse(stored: string) {
  const parts = PHC.exec(stored)?.groups;
  if (!parts?.salt || !parts.tag) throw new Error('a stored password hash is not argon2id');
  return {
    memory: Number(parts.memory),
    passes: Number(parts.passes),
    parallelism: Number(parts.parallelism),
    salt: Buffer.from(parts.salt, 'base64'),
    tag: Buffer.from(parts.tag, 'base64'),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
