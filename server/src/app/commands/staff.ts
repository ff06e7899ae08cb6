import { Role } from '@vialproof/contract/accounts';
import {
  type AccountsContext,
  grantRole,
  listPeople,
  removeSecondFactor,
} from '../../modules/accounts/accounts.service.ts';
import { prepareDatabase } from '../../platform/postgres/prepare-database.ts';
import { isRefusal } from '../../platform/refusal.ts';
import { StartupProblem } from '../../platform/startup-problem.ts';
import { createModules } from '../create-modules.ts';
import { type Command, ofProcess } from './command.ts';
import { exitCodeOf, UsageError, withPlatform } from './command-line.ts';

const USAGE = `Usage:
  npm run staff -- grant EMAIL ROLE   gives an account a role: ${Role.options.join(', ')}
  npm run staff -- revoke EMAIL       makes it a customer's again
  npm run staff -- list               shows everybody with a role
  npm run staff -- reset-second-factor EMAIL   removes the second factor and the passkeys of somebody who lost the device`;

type StaffCommand = 'list' | { email: string; role: Role } | { resetSecondFactorOf: string };

/** Reads the command line. Throws UsageError if it is wrong. */
export function parseStaffCommand(words: string[]): StaffCommand {
  const [command, email, role] = words;
  if (command === 'list' && words.length === 1) return 'list';
  if (command === 'revoke' && email && words.length === 2) return { email, role: 'customer' };
  if (command === 'reset-second-factor' && email && words.length === 2) return { resetSecondFactorOf: email };
  const granted = Role.safeParse(role).data;
  if (command === 'grant' && email && granted && words.length === 3) return { email, role: granted };
  throw new UsageError(USAGE);
}

/** Runs the command and returns its output. Throws StartupProblem if it fails. */
export async function runStaffCommand(accounts: AccountsContext, command: StaffCommand): Promise<string> {
  if (command === 'list') {
    const staff = await listPeople(accounts);
    return staff.length === 0
      ? 'Nobody has a role yet.'
      : staff.map((person) => `${person.role.padEnd(10)}${person.email}`).join('\n');
  }
  if ('resetSecondFactorOf' in command) {
    const person = await removeSecondFactor(accounts, command.resetSecondFactorOf);
    if (isRefusal(person)) throw new StartupProblem(`${command.resetSecondFactorOf}: ${person.detail}`);
    return `${person.email} signs in without a second factor now and has no passkey; every device was signed out.`;
  }
  const person = await grantRole(accounts, command.email, command.role, null);
  if (isRefusal(person)) throw new StartupProblem(`${command.email}: ${person.detail}`);
  return `${person.email} is now ${person.role}, from the next call on.`;
}

/** npm run staff: runs a command on the configured installation. */
export const staff: Command = (words, context) =>
  exitCodeOf(context, async () => {
    const command = parseStaffCommand(words);
    const said = await withPlatform(context, async (platform, ownerUrl) => {
      await prepareDatabase(ownerUrl, platform.log);
      const { accounts, close } = createModules(platform);
      // Only a command that sends mails needs the job queues.
      if (command !== 'list' && 'resetSecondFactorOf' in command) await platform.jobs.start({ work: false });
      return runStaffCommand(accounts, command).finally(close);
    });
    context.stdout.write(`${said}\n`);
    return 0;
  });

if (import.meta.main) process.exitCode = await staff(process.argv.slice(2), ofProcess);
