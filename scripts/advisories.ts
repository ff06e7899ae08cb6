import { npm } from './npm.ts';
import { type Packages, readLockfile } from './packages.ts';

/** What a registry says about the packages. `notAsked`: why it could not be asked. */
export type Advice =
  | { notAsked: string }
  | {
      /** High and critical advisories of production packages. */
      severe: string[];
      /** All others. */
      others: string[];
    };

/** The used parts of the JSON that `npm audit` prints: a report, or the error that it met. */
type Report = {
  auditReportVersion: number;
  vulnerabilities: Record<string, Vulnerability>;
};
type Vulnerability = {
  name: string;
  severity: string;
  range: string;
  /** Advisories, and the names of packages because of which this one is affected. */
  via: (string | { title: string; url: string })[];
  /** Places in node_modules. */
  nodes: string[];
};
type Failure = { statusCode?: number; message?: string; error?: { code?: string; summary?: string } };

const SEVERE = ['high', 'critical'];
/** A registry without advisories answers with one of these, or npm does not reach it. */
const isNoAnswer = ({ statusCode, message }: Failure) => statusCode !== undefined || message !== undefined;

/** Asks the registry of npm's configuration for advisories. */
export async function askForAdvisories(): Promise<Advice> {
  // Offline, npm would report that there are no advisories.
  const { output } = await npm('audit', '--json', '--include=dev', '--package-lock-only', '--offline=false');
  return judgeAudit(output, await readLockfile());
}

/** Reads what `npm audit --json` printed. Throws if it is neither a report nor a failure to ask. */
export function judgeAudit(output: string, { packages }: Packages): Advice {
  const answer: Report | Failure = JSON.parse(output);
  if (!('vulnerabilities' in answer)) {
    if (!isNoAnswer(answer)) throw new Error(`npm audit: ${answer.error?.summary ?? output}`);
    // The message contains the address of the registry.
    return {
      notAsked:
        answer.statusCode === undefined
          ? 'the registry cannot be reached'
          : `the registry answers ${answer.statusCode}`,
    };
  }
  const found = Object.values(answer.vulnerabilities);
  const isSevere = ({ severity, nodes }: Vulnerability) =>
    SEVERE.includes(severity) && nodes.some((place) => !packages[place]?.dev);
  return {
    severe: found.filter(isSevere).map(describe),
    others: found.filter((each) => !isSevere(each)).map(describe),
  };
}

function describe({ name, severity, range, via }: Vulnerability): string {
  const reasons = via.map((each) => (typeof each === 'string' ? each : `${each.title} (${each.url})`));
  return `${name} ${range}: ${severity}: ${reasons.join('; ')}`;
}
