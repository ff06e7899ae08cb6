import { joinedWords } from '@vialproof/contract/group-seats';
import type { GroupTest } from '@vialproof/contract/group-tests';
import type { Chromatogram, Result } from '@vialproof/contract/results';
import type { PublicTest } from '@vialproof/contract/tests';
import { overallOf, overallWords } from '@vialproof/science/measurement/overall-statement';
import { purityWords } from '@vialproof/science/measurement/purity-words';
import { formatMoney } from '@vialproof/science/money/money';
import type { SiteIdentity } from '../../platform/config/public-config.ts';

type Purity = { number: string; size: number; unit: string; verdict: string; isBad: boolean };

/** The texts and sizes for `picture.typ`. */
export type Picture = {
  brand: string;
  corner: string;
  laboratory: string;
  host: string;
  /** The curve of the chromatogram (SVG); empty for a group. */
  trace: string;
  result?: { subject: string; size: number; maker: string; batch: string; purity: Purity | null };
  /** `share`: how much of the places is taken, 0 to 1. */
  group?: { title: string; size: number; test: string; price: string; joined: string; share: number };
  site?: { heading: string; sentence: string };
};

const TRACE = { width: 1072, height: 190 };
/** A typical chromatogram, for the picture of the site. */
const MOTIF =
  'M0 180 H330 C352 180 356 172 366 172 S382 180 404 180 H560 C610 180 620 6 646 6 S684 180 736 180 H800 C818 180 822 150 836 150 S856 180 874 180 H1072';

/** The picture of a published result. */
export function presentResultPicture(site: SiteIdentity, test: PublicTest & { result: Result }): Picture {
  const { result } = test;
  const purity = purityWords(result.purity);
  const subject = test.compound_name ?? result.title;
  return {
    ...frame(site, `TASK #${test.task_number}`),
    trace: result.chromatogram ? traceOf(result.chromatogram) : MOTIF,
    result: {
      subject: cut(subject, 60),
      size: subject.length > 32 ? 60 : subject.length > 18 ? 76 : 96,
      maker: cut(`from ${test.manufacturer ?? 'an unknown maker'}`, 60),
      batch: cut(`Batch ${test.batch_code ?? 'not stated'}`, 60),
      purity: purity ? presentPurity(purity, result) : null,
    },
  };
}

/** The picture of a group with free seats. */
export function presentGroupPicture(site: SiteIdentity, test: GroupTest): Picture {
  const each = test.final_cost_per_user_cents ?? test.cost_at_min_cents;
  return {
    ...frame(site, 'GROUP TEST'),
    trace: '',
    group: {
      title: cut(test.title, 70),
      size: test.title.length > 32 ? 60 : 76,
      test: cut(test.sku_name, 60),
      price: formatMoney(each),
      joined: joinedWords(test),
      share: Math.min(1, test.joined_count / test.target_participants),
    },
  };
}

/** The picture of the site itself. */
export function presentSitePicture(site: SiteIdentity): Picture {
  return {
    ...frame(site, new URL(site.url).host),
    trace: MOTIF,
    site: {
      heading: 'Know what is in the vial.',
      sentence: 'Laboratory tests for peptides, and certificates anybody can verify.',
    },
  };
}

function frame(site: SiteIdentity, corner: string) {
  return {
    brand: cut(site.brand, 40),
    corner: cut(corner, 40),
    laboratory: cut(`Measured by ${site.labName}`, 56),
    host: cut(new URL(site.url).host, 32),
  };
}

/** The purity with its verdict, so that a fail is visible. */
function presentPurity(purity: string, { measurements }: Result): Purity {
  const [, number = purity, unit = ''] = /^([<>≤≥~]?\s*[\d.,]+)\s*(.*)$/.exec(purity) ?? [];
  const overall = overallOf(measurements);
  return {
    number: cut(number, 16),
    size: number.length > 6 ? 76 : 112,
    unit: cut(unit, 24),
    verdict: overallWords(overall),
    isBad: overall.passed < overall.judged,
  };
}

/** A chromatogram as a curve (SVG), with a point for each column. */
function traceOf({ minutes, signal_mau: signal }: Chromatogram): string {
  const first = minutes[0] ?? 0;
  const run = (minutes.at(-1) ?? 1) - first || 1;
  const low = Math.min(...signal);
  const height = Math.max(...signal) - low || 1;
  const points = minutes.map((minute, index) => {
    const x = ((minute - first) / run) * TRACE.width;
    const y = TRACE.height - 6 - (((signal[index] ?? low) - low) / height) * (TRACE.height - 12);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points.join('L')}`;
}

/** A text on one line, cut with an ellipsis. */
function cut(text: string, longest: number): string {
  const signs = [...text.replace(/\s+/g, ' ').trim()];
  if (signs.length <= longest) return signs.join('');
  return `${signs
    .slice(0, longest - 1)
    .join('')
    .trimEnd()}…`;
}
