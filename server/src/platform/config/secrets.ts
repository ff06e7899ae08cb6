import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { createFileOnce, readFileIfThere } from '../files/generated-file.ts';
import { StartupProblem } from '../startup-problem.ts';

const Secrets = z.object({
  jwt: z.string().min(32),
  code: z.string().min(32),
});
export type Secrets = z.infer<typeof Secrets>;

const newSecret = () => randomBytes(32).toString('base64url');

/**
 * The secrets of an installation that is not for production. The first start makes them and stores them in DATA_DIR.
 * @throws StartupProblem if that is impossible, or the file is damaged.
 */
export function readSecrets(dataDirectory: string): Secrets {
  const path = join(dataDirectory, 'secrets.json');
  const fresh: Secrets = { jwt: newSecret(), code: newSecret() };
  const text = readFileIfThere(path) ?? createFileOnce(path, JSON.stringify(fresh));
  try {
    return Secrets.parse(JSON.parse(text));
  } catch {
    throw new StartupProblem(
      `${path} is damaged. Delete it, and the next start makes new secrets; everybody signs in anew then.`,
    );
  }
}
