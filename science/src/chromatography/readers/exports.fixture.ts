import { syntheticTrace } from '../synthetic-trace.ts';

/** Small chromatograms that tests write in the formats of instruments. */
export const SMALL = syntheticTrace({ seed: 'exports', points: 120 });

type Points = { minutes: readonly number[]; signal_mau: readonly number[] };
const rowsOf = ({ minutes, signal_mau: signal }: Points, write: (time: number, value: number) => string) =>
  minutes.map((time, place) => write(time, signal[place] ?? 0));

type LabChannel = {
  section?: string;
  nm?: string;
  units?: string;
  multiplier?: string;
  points?: number | string;
  trace?: Points;
};
type LabFile = { channels?: LabChannel[]; tables?: string[]; comma?: boolean; information?: string[] };

export const LAB_TABLE_HEADING =
  "Peak#\tR.Time\tI.Time\tF.Time\tArea\tHeight\tA/H\tConc.\tMark\tID#\tName\tk'\tPlate #\tPlate Ht.\tTailing\tResolution";

/** A LabSolutions export; signals are counts of 0.001 mAU. */
export function labSolutions({
  channels = [{ section: 'PDA Multi Chromatogram(Ch1)', nm: '214' }],
  tables = [
    `[Peak Table(PDA-Ch1)]\n# of Peaks\t1\n${LAB_TABLE_HEADING}\n1\t9.000\t8.500\t9.500\t32406\t1661\t19.5\t0\t V \t1\tMW 2\t0.1\t14013\t10.7\t1.165\t0.000`,
  ],
  comma = false,
  information = ['Acquired\t2026-11-20 09:15:00', 'Sample Name\tT-10114', 'Operator Name\tN. N.'],
}: LabFile = {}): string {
  const sections = channels.map(
    ({
      section = 'LC Chromatogram(Detector A-Ch1)',
      nm = '',
      units = 'mAU',
      multiplier = '0.001',
      trace = SMALL,
      points = trace.minutes.length,
    }) =>
      [
        `[${section}]`,
        'Interval(msec)\t500',
        `# of Points\t${points}`,
        `Intensity Units\t${units}`,
        `Intensity Multiplier\t${multiplier}`,
        `Wavelength(nm)\t${nm}`,
        'R.Time (min)\tIntensity',
        ...rowsOf(trace, (time, value) => `${time.toFixed(5)}\t${Math.round(1000 * value)}`),
      ].join('\n'),
  );
  const text = [
    '[Header]\nApplication Name\tLabSolutions\nVersion\t5.54 SP2',
    ['[Sample Information]', ...information].join('\n'),
    ...tables,
    ...sections,
  ].join('\n\n');
  return comma ? text.replace(/(\d)\.(\d)/g, '$1,$2') : text;
}

type ChromeleonFile = { unit?: string; comma?: boolean; trace?: Points; points?: number };
/** Chromeleon's text export of one channel. */
export function chromeleon({
  unit = 'mAU',
  comma = false,
  trace = SMALL,
  points = trace.minutes.length,
}: ChromeleonFile = {}): string {
  const rows = rowsOf(trace, (time, value) => `${time.toFixed(6)}\tn.a.\t${value.toFixed(6)}`);
  const text = [
    'File Path\tchrom://pc/Data/Peptides.seq/850.smp/UV_VIS_1.channel/UV_VIS_1.chm',
    'Channel\tUV_VIS_1\n\nInjection Information:\nInjection\tT-10114',
    'Injection Date\t20.11.2026\nInjection Time\t09:15:00\n',
    `Chromatogram Data Information:\nData Points\t${points}\nOperator\tN. N.\nSignal Unit\t${unit}\n`,
    `Signal Parameter Information:\nSignal Info\tWVL:214 nm\n\nChromatogram Data:\nTime (min)\tStep (s)\tValue (${unit})`,
    ...rows,
  ].join('\r\n');
  return `\ufeff${comma ? text.replace(/(\d)\.(\d{6})(?=\t|\r|$)/gm, '$1,$2') : text}`;
}

/** An mzML file of one UV chromatogram, not compressed. */
export function empower({
  trace = SMALL as Points,
  channel = 'W2489 ChA 214nm',
  form = 'long',
} = {}): string {
  const facts = [
    '"SampleName"\t"Channel"\t"Sample Set Name"\t"Date Acquired"\t"Acquired By"',
    `"T-10114"\t"${channel}"\t"Peptides"\t"11/20/2026 9:15:00 AM EST"\t"N. N."`,
  ];
  const au = (value: number) => String(Number((value / 1000).toPrecision(9)));
  if (form === 'transposed') {
    const [times, signals] = [trace.minutes.join('\t'), trace.signal_mau.map(au).join('\t')];
    return [...facts, times, signals].join('\r');
  }
  if (form === 'plane') {
    const rows = rowsOf(trace, (time, value) => [time, au(value / 2), au(value), au(value / 3)].join('\t'));
    return [...facts, 'Wavelength\t210.4\t214.0\t280.1', 'Time', ...rows].join('\r');
  }
  return [...facts, ...rowsOf(trace, (time, value) => `${time}\t${au(value)}`)].join('\r');
}

/** mzML of one UV chromatogram, without compression. */
export function plainMzml(trace: Points = SMALL): string {
  const packed = (values: readonly number[]) =>
    Buffer.from(Float64Array.from(values).buffer).toString('base64');
  const array = (term: string, values: readonly number[]) =>
    `<binaryDataArray><referenceableParamGroupRef ref="g"/><cvParam accession="MS:1000576"/>
<cvParam ${term}/><binary>${packed(values)}</binary></binaryDataArray>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<indexedmzML><mzML xmlns="http://psi.hupo.org/ms/mzml"><sampleList><sample id="s" name="T-10114 &amp; more"/></sampleList>
<referenceableParamGroupList count="1"><referenceableParamGroup id="g"><cvParam accession="MS:1000523" name='64-bit "float"'/></referenceableParamGroup>
</referenceableParamGroupList><run id="r" startTimeStamp="2026-11-20T09:15:00Z"><chromatogramList count="1">
<chromatogram id="UV 214 nm" defaultArrayLength="${trace.minutes.length}"><cvParam accession="MS:1000812"/><binaryDataArrayList>
${array('accession="MS:1000595" unitAccession="UO:0000031"', trace.minutes)}
${array('accession="MS:1000515" unitName="mAU"', trace.signal_mau)}
</binaryDataArrayList></chromatogram></chromatogramList></run><!-- end --></mzML></indexedmzML>`;
}
