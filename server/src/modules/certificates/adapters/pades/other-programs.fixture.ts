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

/**
 * Whether a third-party program is installed to check our files. If it is missing, its checks are skipped, and the test
 * output names its Debian package.
 */
export function isHere(program: keyof typeof PACKAGES): boolean {
  const isFound = spawnSync(program, [VERSION[program] ?? '--version']).error === undefined;
  if (!isFound) {
    process.stderr.write(`NOT JUDGED by ${program}: it is not installed (package ${PACKAGES[program]}).\n`);
  }
  return isFound;
}
