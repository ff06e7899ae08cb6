import type { Blow, Fault } from './faults.ts';
import { outagesOf, type Sample } from './outage.ts';

/** What was seen while a fault was caused and mended. */
export type Seen = {
  fault: Pick<Fault, 'name' | 'target' | 'isNoticed'>;
  blow: Blow;
  samples: readonly Sample[];
  /** How many changes were acknowledged. */
  acknowledged: number;
  /** The broken rules. */
  lost: string[];
};

const HEAD = [
  'fault',
  '503 from fault',
  'from promotion',
  'target',
  '503 answers',
  'pages failed',
  'cut',
  '500',
  'acknowledged',
  'lost',
];

/** An error that is no deliberate refusal, and not said by the balancer. */
const isMistake = ({ status }: Sample): boolean => status >= 500 && ![502, 503, 504].includes(status);
const isCut = ({ status }: Sample) => [0, 502, 504].includes(status);

/** What must not be: something lost, a mistake, or a fault that nobody noticed. */
export function failuresOf({ fault, samples, lost }: Seen): string[] {
  const mistakes = samples.filter(isMistake).length;
  return [
    ...lost,
    ...(mistakes > 0 ? [`${mistakes} answers were mistakes`] : []),
    ...(fault.isNoticed && outagesOf(samples).length === 0 ? ['no call failed, so it did not happen'] : []),
  ].map((sentence) => `${fault.name}: ${sentence}`);
}

/** A line for each fault. */
export function tableOf(all: readonly Seen[]): string {
  const lines = [HEAD, ...all.map(lineOf)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...text, ...all.flatMap(notesOf)].join('\n');
}

function notesOf({ fault, blow, samples }: Seen): string[] {
  const [outage, ...others] = outagesOf(samples);
  const start = blow.at ?? outage?.from ?? 0;
  const sinceStart = (moment: number) => ((moment - start) / 1000).toFixed(1);
  const also = others.map(({ from, to }) => `from ${sinceStart(from)} to ${sinceStart(to)} s`);
  const failed = samples
    .filter(({ kind, status }) => kind === 'page' && status !== 200)
    .map(({ path, status, from }) => `${path} ${status} at ${sinceStart(from)} s`);
  return [
    ...(also.length > 0 ? [`${fault.name}: calls failed also ${also.join(', ')}`] : []),
    ...(blow.note ? [`${fault.name}: ${blow.note}`] : []),
    ...(failed.length > 0 ? [`${fault.name}: pages failed: ${failed.join(', ')}`] : []),
  ];
}

function lineOf({ fault, blow, samples, acknowledged, lost }: Seen): string[] {
  const [outage] = outagesOf(samples);
  const from = (moment: number | undefined) =>
    outage && moment !== undefined ? Math.max(0, (outage.to - moment) / 1000) : undefined;
  const sinceFault = outage ? from(blow.at ?? outage.from) : 0;
  const sincePromotion = from(blow.promotedAt);
  const counted = fault.target?.from === 'promotion' ? sincePromotion : sinceFault;
  const pages = samples.filter(({ kind }) => kind === 'page');
  return [
    fault.name,
    seconds(sinceFault),
    seconds(sincePromotion),
    fault.target
      ? `${fault.target.seconds} s ${(counted ?? 0) <= fault.target.seconds ? 'met' : 'MISSED'}`
      : '',
    String(samples.filter(({ status }) => status === 503).length),
    `${pages.filter(({ status }) => status !== 200).length} of ${pages.length}`,
    String(samples.filter(isCut).length),
    String(samples.filter(isMistake).length),
    String(acknowledged),
    String(lost.length),
  ];
}

const seconds = (value: number | undefined) => (value === undefined ? '' : `${value.toFixed(1)} s`);
