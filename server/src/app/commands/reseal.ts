import { countSealed, resealAccounts, type SealedCounts } from '../../modules/accounts/accounts.service.ts';
import type { Config } from '../../platform/config/config.ts';
import { createModules } from '../create-modules.ts';
import type { CommandContext } from './command.ts';
import { type CommandPlatform, UsageError } from './command-line.ts';

const USAGE = `Usage: npm run admin -- reseal
  seals with the newest secret of CODE_SECRET what an older one of the list has sealed`;

/** npm run admin -- reseal. Exit code 1 if something opens with no listed secret. */
export async function reseal(
  platform: CommandPlatform,
  words: string[],
  { stdout }: CommandContext,
): Promise<number> {
  if (words.length > 0) throw new UsageError(USAGE);
  const modules = createModules(platform);
  try {
    const { secondFactors, recoveryCodes } = await resealAccounts(modules.accounts);
    const counts = await countSealed(modules.accounts);
    const faults = secretFaults(counts);
    const lines = [
      `Sealed again with the newest secret: ${secondFactors} second factors, ${recoveryCodes} recovery codes.`,
      ...faults,
      ...secretNotes(platform.config, counts),
      ...counts.unsealed.map(({ email, codes }) => `  ${email}: ${codes}`),
    ];
    stdout.write(`${lines.join('\n')}\n`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    await modules.close();
  }
}

/** What opens with no listed secret, in sentences. */
export function secretFaults({ secondFactors, recoveryCodes }: SealedCounts): string[] {
  const lost = 'open with no secret of CODE_SECRET. Put the secret that sealed them back into the list';
  const [factors, codes] = [secondFactors.unknown, recoveryCodes.unknown];
  return [
    ...(factors > 0
      ? [`${factors} second factors ${lost}, or: npm run staff -- reset-second-factor EMAIL`]
      : []),
    ...(codes > 0 ? [`${codes} recovery codes ${lost}, or let their people make new ones.`] : []),
  ];
}

/** Whether the older secrets of the lists are still needed, in sentences. */
export function secretNotes({ secrets }: Pick<Config, 'secrets'>, counts: SealedCounts): string[] {
  const notes: string[] = [];
  if (secrets.jwt.all.length > 1) {
    notes.push(
      'JWT_SECRET: take the older secrets from the list once the newest has stood first in every process for 15 minutes.',
    );
  }
  const older = counts.secondFactors.older + counts.recoveryCodes.older;
  const unsealed = counts.unsealed.reduce((sum, { codes }) => sum + codes, 0);
  if (secrets.code.all.length === 1) return notes;
  if (older > 0) {
    notes.push(
      `CODE_SECRET: keep the older secrets, ${older} second factors and recovery codes need them. Run: npm run admin -- reseal`,
    );
  }
  if (unsealed > 0) {
    notes.push(
      `CODE_SECRET: ${unsealed} recovery codes of ${counts.unsealed.length} people were made before codes were sealed, and work only with the secret of that time. Keep it until these people have made new ones (Dashboard, Security).`,
    );
  }
  if (older + unsealed === 0) {
    notes.push(
      'CODE_SECRET: nothing stored needs the older secrets. Take them from the list once the newest has stood first in every process for 24 hours.',
    );
  }
  return notes;
}
