import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';

const read = (file: string) => readFile(join(root, file), 'utf8');
const [alerts, alertTests, runbook, dashboard] = await Promise.all(
  ['deploy/alerts.yaml', 'deploy/alerts.test.yaml', 'docs/runbook.md', 'deploy/dashboard.json'].map(read),
);
const matches = (text = '', pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
/** How GitHub and others make the anchor of a heading of one word. */
const anchorOf = (heading: string) => heading.toLowerCase();

/** Each alert with the lines of its rule. */
const rules = (alerts ?? '').split(/^ +- alert: /m).slice(1);
const names = rules.map((rule) => rule.split('\n')[0] ?? '');
/** The sections of the runbook, each with its heading. */
const sections = (runbook ?? '').split(/^## /m).slice(1);
const headings = sections.map((section) => section.split('\n')[0] ?? '');

test('each alert has a runbook_url that leads to its section, and each section an alert', () => {
  expect(names.length).toBeGreaterThan(20);
  for (const [at, rule] of rules.entries())
    expect(matches(rule, /runbook_url: (.*)/g)).toEqual([`docs/runbook.md#${anchorOf(names[at] ?? '')}`]);
  expect([...headings].sort()).toEqual([...names].sort());
});

test('each section names a panel of the dashboard and a command, and leads to sections that exist', () => {
  const { panels } = JSON.parse(dashboard ?? '') as { panels: { title: string; type: string }[] };
  const titles = panels.filter(({ type }) => type !== 'row').map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  for (const [at, section] of sections.entries()) {
    const heading = headings[at];
    const [, list = ''] = /Panels?: (.*(?:\n.*)??)\.\n/.exec(section) ?? [];
    const named = matches(list, /'([^']+)'/g);
    expect([heading, named.length > 0, named.filter((title) => !titles.includes(title))]).toEqual([
      heading,
      true,
      [],
    ]);
    expect([heading, /^ {4}\S/m.test(section)]).toEqual([heading, true]);
  }
  const anchors = headings.map(anchorOf);
  expect(matches(runbook, /\]\(#(\w+)\)/g).filter((anchor) => !anchors.includes(anchor))).toEqual([]);
});

test('each alert fires in a case of deploy/alerts.test.yaml, and is quiet in another', () => {
  const fires = matches(alertTests, /alertname: (\w+)\n\s+exp_alerts:\n/g);
  const quiet = matches(alertTests, /alertname: (\w+), exp_alerts: \[\]/g);
  expect(names.filter((name) => !fires.includes(name))).toEqual([]);
  expect(names.filter((name) => !quiet.includes(name))).toEqual([]);
});
