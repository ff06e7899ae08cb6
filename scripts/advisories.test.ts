import { expect, it } from 'vitest';
import { judgeAudit } from './advisories.ts';

/* Answers of `npm audit --json`, shortened to what is read. */

const CLEAN = { auditReportVersion: 2, vulnerabilities: {}, metadata: { vulnerabilities: { total: 0 } } };
const FAILED = {
  message: '405 Method Not Allowed - POST https://registry.example/-/npm/v1/security/advisories/bulk',
  method: 'POST',
  uri: 'https://registry.example/-/npm/v1/security/advisories/bulk',
  headers: { allow: ['GET,HEAD'] },
  statusCode: 405,
  body: '',
  error: { summary: '', detail: '' },
};
const LOCKFILE = {
  packages: {
    'node_modules/router': { version: '1.0.0' },
    'node_modules/parser': { version: '1.0.0' },
    'node_modules/builder': { version: '1.0.0', dev: true },
    'node_modules/builder/node_modules/parser': { version: '1.0.0', dev: true },
  },
};

const advisory = { title: 'Parser reads outside of its buffer', url: 'https://advisories.example/1' };

function found(severity: string, nodes: string[]): string {
  const parser = { name: 'parser', severity, range: '<1.0.1', via: [advisory], nodes };
  return JSON.stringify({ ...CLEAN, vulnerabilities: { parser } });
}

const DESCRIBED = 'Parser reads outside of its buffer (https://advisories.example/1)';

it('a report without advisories has no faults', () => {
  expect(judgeAudit(JSON.stringify(CLEAN), LOCKFILE)).toEqual({ severe: [], others: [] });
});

it('a high or critical advisory of a production package is a fault, also if only another package needs it', () => {
  for (const severity of ['high', 'critical'])
    expect(
      judgeAudit(
        found(severity, ['node_modules/builder/node_modules/parser', 'node_modules/parser']),
        LOCKFILE,
      ),
    ).toEqual({ severe: [`parser <1.0.1: ${severity}: ${DESCRIBED}`], others: [] });
  const router = {
    name: 'router',
    severity: 'high',
    range: '*',
    via: ['parser'],
    nodes: ['node_modules/router'],
  };
  expect(judgeAudit(JSON.stringify({ ...CLEAN, vulnerabilities: { router } }), LOCKFILE)).toEqual({
    severe: ['router *: high: parser'],
    others: [],
  });
});

it('advisories of other levels, and those of packages that only development needs, are listed without a fault', () => {
  expect(judgeAudit(found('moderate', ['node_modules/parser']), LOCKFILE)).toEqual({
    severe: [],
    others: [`parser <1.0.1: moderate: ${DESCRIBED}`],
  });
  expect(judgeAudit(found('critical', ['node_modules/builder/node_modules/parser']), LOCKFILE)).toEqual({
    severe: [],
    others: [`parser <1.0.1: critical: ${DESCRIBED}`],
  });
});

it('a registry that does not answer is said plainly, without its address', () => {
  expect(judgeAudit(JSON.stringify(FAILED), LOCKFILE)).toEqual({ notAsked: 'the registry answers 405' });
  const { statusCode: _none, ...unreached } = FAILED;
  expect(judgeAudit(JSON.stringify(unreached), LOCKFILE)).toEqual({
    notAsked: 'the registry cannot be reached',
  });
});

it('an answer that is neither a report nor a failure to ask is an error', () => {
  const noLockfile = { error: { code: 'ENOLOCK', summary: 'This command requires an existing lockfile.' } };
  expect(() => judgeAudit(JSON.stringify(noLockfile), LOCKFILE)).toThrow('requires an existing lockfile');
  expect(() => judgeAudit('', LOCKFILE)).toThrow();
});
