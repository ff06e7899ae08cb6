import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[\w+/]+)\$(?<tag>[\w+/]+)$/;

/** How much work a password hash takes (argon2id): memory, passes, lanes. */
export type PasswordCost = { memory: number; passes: number; parallelism: number };

/** What OWASP advises for argon2id. When it rises, hashes are renewed at the next sign-in. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };

/** The hash of a password. The same letters give the same hash, whatever system they come from. */
export async function hashPassword(cost: PasswordCost, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const message = password.normalize('NFKC');
  const tag = await derive('argon2id', { message, nonce: salt, tagLength: TAG_BYTES, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Checks a password. Without a stored hash it takes the same time, so that nobody learns this.
 * @throws for a stored hash of another kind.
 */
export async function checkPassword(
  costOfToday: PasswordCost,
  password: string,
  stored: string | null | undefined,
): Promise<boolean> {
  const { cost, salt, tag } =
    typeof stored === 'string'
      ? parse(stored)
      : { cost: costOfToday, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };
  const message = password.normalize('NFKC');
  const given = await derive('argon2id', { message, nonce: salt, tagLength: tag.length, ...cost });
  return timingSafeEqual(given, tag) && typeof stored === 'string';
}

/** Whether a stored hash was made with other settings. */
export function isOutdatedHash(costOfToday: PasswordCost, stored: string): boolean {
  const { cost } = parse(stored);
  return (
    cost.memory !== costOfToday.memory ||
    cost.passes !== costOfToday.passes ||
    cost.parallelism !== costOfToday.parallelism
  );
}

function parse(stored: string): { cost: PasswordCost; salt: Buffer; tag: Buffer } {
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
