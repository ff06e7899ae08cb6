import { describe, expect, it } from 'vitest';
import { readChromatogram } from './chromatogram-file.ts';

const noInflate = () => {
  throw new Error('nothing is packed here');
};
const refused = (bytes: Uint8Array) => {
  const reading = readChromatogram(bytes, noInflate);
  return reading.ok ? 'read' : reading.message;
};
const points = Array.from({ length: 200 }, (_, place) => String(place % 17)).join('\r\n');
const EZCHROM = `Version:\t3\r\nMaxchannels:\t1\r\nSample ID:\tS1\r\nData File:\tC:\\s1.dat\r\nMethod:\tC:\\m.met\r
User Name:\tSystem\r\nAcquisition Date and Time:\t7/17/2020 5:48:49 PM\r\nSampling Rate:\t5.00\tHz\r
Total Data Points:\t200\tPts.\r\nX Axis Title:\tMinutes\r\nY Axis Title:\tmAU\r\nX Axis Multiplier:\t1\r
Y Axis Multiplier:\t0.001\r\n${points}`;
const REPORT = `Data File C:\\CHEM32\\1\\DATA\\RUN 1\\001F0102.D\r\nSample Name: S1\r\n\r\n=====\r
Acq. Operator   : NN    Seq. Line :   1\r\nAcq. Instrument : LC 1    Location : Vial 1\r
Injection Date  : 7/24/2023 9:52:10 PM\r\n\r\n          Area Percent Report\r\n\r
Signal 1: DAD1 A, Sig=214,4 Ref=360,100\r\n\r\nPeak RetTime Type  Width     Area      Height     Area\r
  #   [min]        [min]   [mAU*s]     [mAU]        %\r\n----|-------|----|-------|----------|----------|--------|\r
   1   3.012 BB    0.0712  123.45600   23.40000 100.0000\r\n`;

describe('known formats that we do not support are refused by name', () => {
  it.each<[string, string, RegExp]>([
    [
      'JCAMP-DX',
      '##TITLE=run\n##JCAMP-DX=4.24\n##DATA TYPE=CHROMATOGRAM\n##SCAN_NUMBER= 1\n##XYDATA=(X++(Y..Y))\n1 2 3',
      /^This is JCAMP-DX, which is not read; export .*(CSV|netCDF)/,
    ],
    [
      'EZChrom’s ASCII',
      EZCHROM,
      /^This is an ASCII file \(\.asc\) of EZChrom, which is not read; export .*AIA/,
    ],
    [
      'a report of ChemStation',
      REPORT,
      /^This is a report of ChemStation, which holds no trace; export the signal .*(CSV|AIA)/,
    ],
    [
      'Allotrope’s JSON',
      '{\n  "$asm.manifest": "http://purl.allotrope.org/manifests/liquid-chromatography.manifest",\n  "a": [1, 2]\n}',
      /^This is an Allotrope simple model \(ASM, JSON\), which is not read; export /,
    ],
    ['other JSON', '{"time": [1, 2, 3], "signal": [1, 2, 3]}', /^This is JSON, which is not read; export /],
    [
      'GAML',
      '<?xml version="1.0" encoding="UTF-8"?>\n<GAML version="1.20" name="run">\n<experiment/></GAML>',
      /^This is GAML, which is not read; export /,
    ],
    [
      'GAML without a declaration',
      '<GAML version="1.00">\n</GAML>',
      /^This is GAML, which is not read; export /,
    ],
    ['AnIML', '<?xml version="1.0"?>\n<AnIML xmlns="urn:org:astm:animl"></AnIML>', /^This is AnIML, which/],
    ['mzXML', '<?xml version="1.0"?>\n<mzXML></mzXML>', /^This is mzXML, which is not read; export mzML/],
  ])('the refusal names the unsupported format: %s', (_, text, message) => {
    expect(refused(new TextEncoder().encode(text))).toMatch(message);
    if (!text.startsWith('<')) {
      expect(refused(Buffer.from(`\ufeff${text}`, 'utf16le'))).toMatch(message);
    }
  });
});
