import { joinedWords } from '@vialproof/contract/group-seats';
import type { GroupTest } from '@vialproof/contract/group-tests';
import { overallOf, overallWords } from '@vialproof/contract/overall-statement';
import { purityWords } from '@vialproof/contract/purity-words';
import type { Chromatogram, Result } from '@vialproof/contract/results';
import type { PublicTest } from '@vialproof/contract/tests';
import type { SiteIdentity } from '../../platform/config/public-config.ts';

export const WIDTH = 1200;
export const HEIGHT = 630;

/** An element as satori takes it: the shape of a React element, without React. */
export type Element = {
  type: string;
  props: { style?: Style; children?: Child | Child[]; [name: string]: unknown };
};
type Child = Element | string;
type Style = Record<string, string | number>;

const PAPER = '#fbfaf7';
const INK = '#17222a';
const SOFT = '#4b5860';
const RULE = '#dcdad3';
const ACCENT = '#0b5b5e';
const BAD = '#a3281f';
const MARGIN = 64;
const TRACE_HEIGHT = 190;
/** The trace of an ordinary result, for the picture of the site. */
const MOTIF =
  'M0 180 H330 C352 180 356 172 366 172 S382 180 404 180 H560 C610 180 620 6 646 6 S684 180 736 180 H800 C818 180 822 150 836 150 S856 180 874 180 H1072';

const box = (style: Style, children: Child | Child[]): Element => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});
const line = (style: Style, text: string): Element => box(style, text);

/** The picture of one published result: what was measured, who made it, what came out, who says so. */
export function presentResultPicture(site: SiteIdentity, test: PublicTest & { result: Result }): Element {
  const { result } = test;
  const purity = purityWords(result.purity);
  const subject = test.compound_name ?? result.title;
  const size = subject.length > 32 ? 60 : subject.length > 18 ? 76 : 96;
  const maker = `from ${test.manufacturer ?? 'an unknown maker'}`;
  return frame(site, `TASK #${test.task_number}`, [
    box({ justifyContent: 'space-between', alignItems: 'flex-start', marginTop: 48 }, [
      box({ flexDirection: 'column', width: purity ? 660 : 1072 }, [
        clamp({ fontFamily: 'Newsreader', fontSize: size, lineHeight: 1.04 }, cut(subject, 60), 2),
        clamp({ fontSize: 34, color: SOFT, marginTop: 16 }, cut(maker, 60), 1),
        clamp(
          { fontSize: 26, color: SOFT, marginTop: 6 },
          cut(`Batch ${test.batch_code ?? 'not stated'}`, 60),
          1,
        ),
      ]),
      ...(purity ? [figure(purity, verdictOf(result))] : []),
    ]),
    trace(result.chromatogram ? traceOf(result.chromatogram) : MOTIF),
  ]);
}

/** The picture of a group that people are asked to join: what is tested, how many are in, what each pays at most. */
export function presentGroupPicture(site: SiteIdentity, test: GroupTest): Element {
  const each = test.final_cost_per_user_cents ?? test.cost_at_min_cents;
  const width = WIDTH - 2 * MARGIN;
  const share = (seats: number) => Math.round(width * Math.min(1, seats / test.target_participants));
  const size = test.title.length > 32 ? 60 : 76;
  return frame(site, 'GROUP TEST', [
    box({ justifyContent: 'space-between', alignItems: 'flex-start', marginTop: 48 }, [
      box({ flexDirection: 'column', width: 700 }, [
        clamp({ fontFamily: 'Newsreader', fontSize: size, lineHeight: 1.08 }, cut(test.title, 70), 3),
        clamp({ fontSize: 34, color: SOFT, marginTop: 16 }, cut(test.sku_name, 60), 1),
      ]),
      box({ flexDirection: 'column', alignItems: 'flex-end', width: 352 }, [
        line({ fontFamily: 'Plex Mono', fontSize: 22, color: SOFT, letterSpacing: 3 }, 'EACH AT MOST'),
        line({ fontFamily: 'Newsreader', fontSize: 84, lineHeight: 1.15 }, `$${(each / 100).toFixed(2)}`),
      ]),
    ]),
    box({ flexDirection: 'column', marginTop: 'auto' }, [
      line({ fontSize: 30, color: SOFT, marginBottom: 14 }, joinedWords(test)),
      box({ width, height: 18, backgroundColor: RULE, borderRadius: 9 }, [
        box({ width: share(test.joined_count), height: 18, backgroundColor: ACCENT, borderRadius: 9 }, ''),
      ]),
    ]),
  ]);
}

/** The picture of the site itself. */
export function presentSitePicture(site: SiteIdentity): Element {
  return frame(site, new URL(site.url).host, [
    box({ flexDirection: 'column', marginTop: 64 }, [
      line({ fontFamily: 'Newsreader', fontSize: 92, lineHeight: 1.04 }, 'Know what is in the vial.'),
      line(
        { fontSize: 34, color: SOFT, marginTop: 20 },
        'Laboratory tests for peptides, and certificates anybody can verify.',
      ),
    ]),
    trace(MOTIF),
  ]);
}

function frame(site: SiteIdentity, corner: string, content: Element[]): Element {
  return box(
    {
      flexDirection: 'column',
      boxSizing: 'border-box',
      width: WIDTH,
      height: HEIGHT,
      padding: `48px ${MARGIN}px 40px`,
      backgroundColor: PAPER,
      color: INK,
      fontFamily: 'Plex Sans',
    },
    [
      box({ justifyContent: 'space-between', alignItems: 'center' }, [
        box({ alignItems: 'center' }, [
          mark(),
          line({ fontFamily: 'Newsreader', fontSize: 40, marginLeft: 16 }, cut(site.brand, 40)),
        ]),
        line({ fontFamily: 'Plex Mono', fontSize: 26, color: SOFT }, cut(corner, 40)),
      ]),
      ...content,
      box({ justifyContent: 'space-between', fontSize: 26, color: SOFT, marginTop: 20 }, [
        line({}, cut(`Measured by ${site.labName}`, 56)),
        line({ fontFamily: 'Plex Mono' }, cut(new URL(site.url).host, 32)),
      ]),
    ],
  );
}

function mark(): Element {
  const d = 'M1 20h7.5c2.6 0 3-18.5 4.5-18.5S14.8 20 17.5 20c1.6 0 1.8-4.2 3-4.2S22 20 23.5 20H27';
  return svg({ width: 56, height: 44, viewBox: '0 0 28 22' }, [stroke(d, 1.8)]);
}

function figure(purity: string, { words, isBad }: { words: string; isBad: boolean }): Element {
  const [, number = purity, unit = ''] = /^([<>≤≥~]?\s*[\d.,]+)\s*(.*)$/.exec(purity) ?? [];
  return box({ flexDirection: 'column', alignItems: 'flex-end', width: 392 }, [
    line({ fontFamily: 'Plex Mono', fontSize: 22, color: SOFT, letterSpacing: 3 }, 'PURITY'),
    clamp(
      { fontFamily: 'Newsreader', fontSize: number.length > 6 ? 76 : 112, lineHeight: 1.1 },
      cut(number, 16),
      1,
    ),
    line({ fontSize: 28, color: SOFT }, cut(unit, 24)),
    ...(words ? [clamp({ fontSize: 24, color: isBad ? BAD : ACCENT, marginTop: 8 }, words, 2)] : []),
  ]);
}

/** Nobody shall see a purity and not see that a limit was missed. */
function verdictOf({ measurements }: Result): { words: string; isBad: boolean } {
  const overall = overallOf(measurements);
  return { words: overallWords(overall), isBad: overall.passed < overall.judged };
}

function trace(d: string): Element {
  const width = WIDTH - 2 * MARGIN;
  return box({ marginTop: 'auto', borderBottom: `2px solid ${RULE}`, height: TRACE_HEIGHT }, [
    svg({ width, height: TRACE_HEIGHT, viewBox: `0 0 ${width} ${TRACE_HEIGHT}` }, [stroke(d, 2.5)]),
  ]);
}

/** A chromatogram as a path of the picture's width: a point for each column of a pixel or two. */
function traceOf({ minutes, signal_mau: signal }: Chromatogram): string {
  const width = WIDTH - 2 * MARGIN;
  const first = minutes[0] ?? 0;
  const run = (minutes.at(-1) ?? 1) - first || 1;
  const low = Math.min(...signal);
  const height = Math.max(...signal) - low || 1;
  return minutes
    .map((minute, index) => {
      const x = (((minute - first) / run) * width).toFixed(1);
      const y = (TRACE_HEIGHT - 6 - (((signal[index] ?? low) - low) / height) * (TRACE_HEIGHT - 12)).toFixed(
        1,
      );
      return `${index === 0 ? 'M' : 'L'}${x} ${y}`;
    })
    .join('');
}

const svg = (props: Record<string, unknown>, children: Element[]): Element => ({
  type: 'svg',
  props: { ...props, children },
});
const stroke = (d: string, width: number): Element => ({
  type: 'path',
  props: {
    d,
    fill: 'none',
    stroke: ACCENT,
    'stroke-width': width,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  },
});

const clamp = (style: Style, text: string, lines: number): Element => ({
  type: 'div',
  props: { style: { display: 'block', lineClamp: lines, wordBreak: 'break-word', ...style }, children: text },
});

function cut(text: string, longest: number): string {
  const signs = [...text];
  return signs.length > longest
    ? `${signs
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : text;
}
