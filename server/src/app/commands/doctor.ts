import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { countSealed, type SealedCounts } from '../../modules/accounts/accounts.service.ts';
import { checkCertificates } from '../../modules/certificates/certificates.service.ts';
import { auditLedger } from '../../modules/ledger/ledger.service.ts';
import { checkSubjects } from '../../modules/makers/makers.service.ts';
import { checkMethods } from '../../modules/methods/methods.service.ts';
import { checkCards } from '../../modules/publications/publications.service.ts';
import { checkRegistrations } from '../../modules/registrations/registrations.service.ts';
import { checkVerdicts } from '../../modules/results/results.service.ts';
import { checkLog } from '../../modules/transparency/transparency.service.ts';
import { faultsOfEnvironment } from '../../platform/config/config.ts';
import { listOrphans, listStoredFiles } from '../../platform/files/stored-files.ts';
import { noteRun } from '../../platform/jobs/last-runs.ts';
import { missingMigrations } from '../../platform/postgres/migrate.ts';
import { roleWarning } from '../../platform/postgres/serving-role.ts';
import { createModules, type Modules } from '../create-modules.ts';
import type { CommandContext } from './command.ts';
import { type CommandPlatform, UsageError, withPlatform } from './command-line.ts';
import { secretFaults, secretNotes } from './reseal.ts';

/** A check of the doctor: what it examines, and its faults in sentences. */
type Check = { name: string; faults: () => AsyncIterable<string> | Iterable<string> };

const USAGE = `Usage: npm run admin -- doctor [--read-files]
  --read-files     also reads every file and compares it with its SHA-256`;
const SHOWN = 20;

/** npm run doctor: compares database, files, public log and accounts. Exit code 1 if something disagrees. */
export async function examine(words: string[], context: CommandContext): Promise<number> {
  const readsFiles = parseWords(words);
  return withPlatform(context, async (platform) => {
    const modules = createModules(platform);
    try {
      let found = await report({ name: 'settings', faults: () => faultsOfEnvironment(context.env) }, context);
      const missing = await report({ name: 'migrations', faults: () => unapplied(platform) }, context);
      found += missing;
      // The other checks read tables of this release.
      if (missing === 0) found += await examineRows(platform, modules, readsFiles, context);
      const isWell = found === 0;
      const unsaid = await noteRun(platform.config.dataDirectory, 'doctor', {
        at: platform.clock.now(),
        faults: found,
      });
      if (unsaid) context.stderr.write(`${unsaid}\n`);
      context.stdout.write(isWell ? 'All is well.\n' : 'Not all is well: docs/operations.md, "Doctor".\n');
      return isWell ? 0 : 1;
    } finally {
      await modules.close();
    }
  });
}

/** Reports on everything that is stored, with notes; returns the number of faults. */
async function examineRows(
  platform: CommandPlatform,
  modules: Modules,
  readsFiles: boolean,
  context: CommandContext,
): Promise<number> {
  const sealed = await countSealed(modules.accounts);
  let found = await report({ name: 'secrets', faults: () => secretFaults(sealed) }, context);
  for (const check of checksOf(platform, modules, readsFiles)) found += await report(check, context);
  for (const note of await notesOf(platform, sealed)) context.stdout.write(`note   ${note}\n`);
  return found;
}

function parseWords(words: string[]): boolean {
  try {
    const { values } = parseArgs({ args: words, options: { 'read-files': { type: 'boolean' } } });
    return values['read-files'] ?? false;
  } catch {
    throw new UsageError(USAGE);
  }
}

function checksOf(platform: CommandPlatform, modules: Modules, readsFiles: boolean): Check[] {
  return [
    { name: 'files of rows', faults: () => damagedFiles(platform, readsFiles) },
    { name: 'rows of files', faults: () => orphans(platform) },
    { name: 'public log', faults: () => checkLog(modules.transparency) },
    { name: 'certificates in the log', faults: () => checkCertificates(modules.certificates) },
    { name: 'registrations in the log', faults: () => checkRegistrations(modules.registrations) },
    { name: 'verdicts by today’s rules', faults: () => checkVerdicts(modules.results) },
    { name: 'cards of the list', faults: () => checkCards(modules.publications) },
    { name: 'names of tests', faults: () => checkSubjects(modules.makers) },
    { name: 'templates and authorisations', faults: () => checkMethods(modules.methods) },
    { name: 'books', faults: () => ledgerFindings(modules) },
  ];
}

/** What is no fault, but worth a look. */
async function notesOf({ config, bulkDb }: CommandPlatform, sealed: SealedCounts): Promise<string[]> {
  const warning = await roleWarning(bulkDb.pool);
  return [...secretNotes(config, sealed), ...(warning ? [warning] : [])];
}

/** Prints what a check found; returns the number of faults. */
async function report({ name, faults }: Check, { stdout }: CommandContext): Promise<number> {
  const found: string[] = [];
  let count = 0;
  for await (const fault of faults()) {
    count += 1;
    if (count <= SHOWN) found.push(fault);
  }
  stdout.write(count === 0 ? `ok     ${name}\n` : `FAULT  ${name}: ${count}\n`);
  for (const fault of found) stdout.write(`       ${fault}\n`);
  if (count > SHOWN) stdout.write(`       and ${count - SHOWN} more\n`);
  return count;
}

async function* unapplied({ bulkDb }: CommandPlatform): AsyncGenerator<string> {
  for (const name of await missingMigrations(bulkDb.pool)) {
    yield `${name} is not applied. Run: npm run admin -- migrate`;
  }
}

async function* damagedFiles(
  { bulkDb, files }: CommandPlatform,
  readsFiles: boolean,
): AsyncGenerator<string> {
  for await (const { key, bytes, sha256 } of listStoredFiles(bulkDb.pool)) {
    const found = await files.stat(key);
    if (!found) yield `${key} is missing.`;
    else if (found.bytes !== bytes) yield `${key} has ${found.bytes} bytes, and its row says ${bytes}.`;
    else if (readsFiles && digestOf(await files.get(key)) !== sha256) {
      yield `${key} is not the file that its row describes (SHA-256).`;
    }
  }
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function* orphans(platform: CommandPlatform): AsyncGenerator<string> {
  for await (const key of listOrphans(platform, { olderThanDays: 2 })) {
    yield `${key} belongs to no row, and the nightly sweep has not removed it.`;
  }
}

async function* ledgerFindings({ ledger }: Modules): AsyncGenerator<string> {
  const { findings, finding_count } = await auditLedger(ledger);
  for (const { kind, detail } of findings) yield `${kind}: ${detail}`;
  if (finding_count > findings.length) yield `and ${finding_count - findings.length} more`;
}
