import { describe, expect, it } from 'vitest';
import { credentialsIn, readCodes } from './certificate-code';

const site = 'https://vialproof.example';
const number = { taskNumber: '10001', uniqueKey: '7K3Q-9XWD-M2TF' };
const fragment = '#task=10001&key=7K3Q-9XWD-M2TF';

describe('the address in a code names a certificate', () => {
  it.each([
    [fragment, number],
    [`${fragment}&revision=2&c=0123456789abcdef`, { ...number, revision: 2, commitment: '0123456789abcdef' }],
    [`${fragment}&c=0123456789ABCDEF`, { ...number, commitment: '0123456789abcdef' }],
    ['#key=%207K3Q-9XWD-M2TF%20&task=10001', number],
    [fragment.slice(1), number],
    // A wrong revision or fingerprint counts as missing.
    [`${fragment}&revision=0&c=0123`, number],
    [`${fragment}&revision=-1&c=0123456789abcdeg`, number],
    [`${fragment}&revision=1.5&c=0123456789abcdef0`, number],
    [`${fragment}&revision=1e3&c=`, number],
    ['', null],
    ['#task=10001', null],
    ['#key=7K3Q-9XWD-M2TF', null],
    ['#task=&key=7K3Q-9XWD-M2TF', null],
    [`#task=${'1'.repeat(21)}&key=7K3Q-9XWD-M2TF`, null],
    [`#task=10001&key=${'A'.repeat(41)}`, null],
    ['#%', null],
  ])('the address part %j gives the data of a certificate, or nothing', (hash, expected) => {
    expect(credentialsIn(hash)).toEqual(expected);
  });
});

describe('a code leads to this site, to another one, or nowhere', () => {
  it.each([
    `${site}/verify${fragment}`,
    `  HTTPS://VIALPROOF.EXAMPLE/verify/${fragment}\n`,
    `http://vialproof.example:80/verify${fragment}`,
  ])('the code %j leads to this site', (text) => {
    expect(readCodes([text], site)).toEqual({ certificates: [number], foreign: [], others: [] });
  });

  it.each([
    [`https://evil.example/verify${fragment}`, 'evil.example'],
    [`https://vialproof.example@evil.example/verify${fragment}`, 'evil.example'],
    [`https://vialproof.example.evil.example/verify${fragment}`, 'vialproof.example.evil.example'],
    [`https://vialproof.example:8443/verify${fragment}`, 'vialproof.example:8443'],
    // The address contains a Cyrillic letter, so the host is shown in Punycode.
    [`https://viаlproof.example/verify${fragment}`, 'xn--vilproof-26g.example'],
  ])('the code %j leads to another site', (text, host) => {
    expect(readCodes([text], site)).toEqual({ certificates: [], foreign: [host], others: [] });
  });

  it.each([
    'VP-2401',
    '',
    `vialproof.example/verify${fragment}`,
    `${site}/tests/10001`,
    `${site}/verify`,
    'https://',
    'javascript:alert(1)',
    'https://a b',
  ])('the text %j is neither a certificate’s code nor an address', (text) => {
    expect(readCodes([text], site)).toEqual({ certificates: [], foreign: [], others: [text] });
  });
});

it('two codes of one certificate count once, and two different codes in one picture are both reported', () => {
  const one = `${site}/verify${fragment}&revision=1`;
  expect(readCodes([one, `${one} `, `${site}/verify/${fragment}&revision=1&x=2`], site).certificates).toEqual(
    [{ ...number, revision: 1 }],
  );
  const said = readCodes([one, `${site}/verify${fragment}&revision=2`, 'https://evil.example/', 'x'], site);
  expect(said).toEqual({
    certificates: [
      { ...number, revision: 1 },
      { ...number, revision: 2 },
    ],
    foreign: ['evil.example'],
    others: ['x'],
  });
});
