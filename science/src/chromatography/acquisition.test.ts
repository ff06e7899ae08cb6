import { expect, test } from 'vitest';
import { acquisitionOf, timeInTitle } from './acquisition.ts';

const told = (...lines: [string, string][]) => acquisitionOf(lines);

test.each<[label: string, lines: [string, string][]]>([
  [
    'Chromeleon 6',
    [
      ['Date', '17.07.2020'],
      ['Time', '17:48:49'],
    ],
  ],
  ['EZChrom', [['Acquisition Date and Time', '7/17/2020 5:48:49 PM']]],
  ['Recording Time', [['Recording Time', '17.07.2020 17:48:49']]],
  ['Inject Time', [['Inject Time', '2020-07-17 17:48:49']]],
  ['Injection Date and Time', [['Injection Date and Time', '17/07/2020 17:48:49']]],
  ['Acquired on', [['Acquired on', '17-Jul-20, 17:48:49']]],
  ['Run Time', [['Run Time', '17.07.2020 17:48:49']]],
  ['Date/Time Acquired', [['Date/Time Acquired', '2020/07/17 17:48:49']]],
  ['Data Acquisition Time', [['Data Acquisition Time', '17.07.2020 17:48:49']]],
  ['Created', [['Created', '17.07.2020 17:48:49']]],
  ['Injection Date as C writes it', [['Injection Date', 'Fri Jul 17 17:48:49 2020']]],
  [
    'Injection Date, Injection Time',
    [
      ['Injection Date', '17/07/2020'],
      ['Injection Time', '5:48:49 PM'],
    ],
  ],
])('the reader of files finds the injection time under the labels that %s uses', (_label, lines) => {
  expect(told(...lines)).toMatchObject({ acquisition: { injectedAt: '2020-07-17T17:48:49' }, warnings: [] });
});

test('the reader does not read a duration as the injection time, and accepts a file without an injection time', () => {
  expect(told(['Run Time (min)', '20.00'], ['Run Time', '0:20:00'])).toMatchObject({
    acquisition: { injectedAt: null },
    warnings: [],
  });
});

test('the reader prefers the labelled injection time to the date of the export', () => {
  const { acquisition } = told(['Date', '26.11.2026 09:00:00'], ['Injection Date', '17.07.2020 17:48:49']);
  expect(acquisition.injectedAt).toBe('2020-07-17T17:48:49');
});

test('if a date in a file is ambiguous, the reader keeps both possible dates, and a warning states both', () => {
  const { acquisition, warnings } = told(['Injection Date', '12/06/2026'], ['Injection Time', '11:49:36 PM']);
  expect(acquisition).toMatchObject({
    injectedAt: null,
    readings: ['2026-06-12T23:49:36', '2026-12-06T23:49:36'],
  });
  expect(warnings).toEqual([
    {
      code: 'injection_time',
      text: 'The time of injection (“12/06/2026 11:49:36 PM”) can be read as 2026-06-12 23:49:36 or as 2026-12-06 23:49:36.',
    },
  ]);
});

test('a warning quotes the text in the file that the reader could not read as a time', () => {
  expect(told(['Injection Date', '31.04.2020 10:00']).warnings[0]?.text).toBe(
    'The time of injection (“31.04.2020 10:00”) cannot be read.',
  );
});

test('the reader reads the text beside "Injection" or "Injection Name" as the sample\'s name', () => {
  expect(told(['Injection Name', 'T-10114']).acquisition.sampleName).toBe('T-10114');
  expect(told(['Injection', 'S2']).acquisition.sampleName).toBe('S2');
});

test('the reader finds the time in the title line of a MassHunter file, and ignores other lines that contain a folder', () => {
  const title = 'D:\\MassHunter\\Data\\cedrol_mix_01.D Fri Jul 17 17:48:49 2020';
  const pair = timeInTitle(title);
  expect(pair).toEqual(['Acquired', 'Fri Jul 17 17:48:49 2020']);
  expect(told(...(pair ? [pair] : [])).acquisition).toMatchObject({
    injectedAt: '2020-07-17T17:48:49',
    sampleName: null,
  });
  for (const other of ['C:\\x.D', 'Data file: C:\\x.D', 'cedrol.D Fritz', 'Fri Jul 17 17:48:49 2020'])
    expect(timeInTitle(other)).toBeUndefined();
});
