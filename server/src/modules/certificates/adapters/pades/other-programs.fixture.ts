import { spawnSync } from 'node:child_process';

const PACKAGES = {
  certutil: 'libnss3-tools',
  pdfsig: 'poppler-utils',
  pdftotext: 'poppler-utils',
  pdftoppm: 'poppler-utils',
  qpdf: 'qpdf',
  openssl: 'openssl',
  zbarimg: 'zbar-tools',
};
const VERSION: Partial<Record<keyof typeof PACKAGES, string>> = {
  certutil: '-H',
  pdfsig: '-v',
  pdftotext: '-v',
  pdftoppm: '-v',
  openssl: 'version',
};

/** Whether a program that checks our files is installed; without it, its tests are skipped. */
export function isHere(program: keyof typeof PACKAGES): boolean {
  const isFound = spawnSync(program, [VERSION[program] ?? '--version']).error === undefined;
  if (!isFound) {
    process.stderr.write(`NOT JUDGED by ${program}: it is not installed (package ${PACKAGES[program]}).\n`);
  }
  return isFound;
}
