/** One line of the report: what was measured, and the target. */
export type Finding = {
  what: string;
  measured: string;
  target: string;
  /** Whether the target is met; undefined for a number without a target. */
  met?: boolean;
};

/** The report in the format of scripts/test-count.ts: each target counts as a test. */
export function countOf(title: string, findings: Finding[]) {
  const judged = findings.filter(({ met }) => met !== undefined);
  const failures = judged
    .filter(({ met }) => met === false)
    .map(({ what, measured, target }) => `${title}: ${what.trim()}: ${measured}, target ${target}`);
  return { passed: judged.length - failures.length, failed: failures.length, failures };
}

const VERDICT = { true: 'met', false: 'MISSED', undefined: '' } as const;

export function printTable(title: string, findings: Finding[]): void {
  const lines = [
    ['', 'measured', 'target', ''],
    ...findings.map(({ what, measured, target, met }) => [what, measured, target, VERDICT[`${met}`]]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  process.stdout.write(`\n${title}\n`);
  for (const line of lines) {
    process.stdout.write(
      `  ${line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
}

export const perSecond = (value: number) => `${Math.round(value).toLocaleString('en')}/s`;
export const milliseconds = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const ratio = (value: number) => value.toFixed(2);
