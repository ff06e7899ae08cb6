import { methodFacts } from '@vialproof/contract/payment-methods';
import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../database/demo/people.ts';
import type { Config } from '../platform/config/config.ts';

type Greeted = Pick<
  Config,
  'brandName' | 'seedDemo' | 'virusScanAddress' | 'smtpUrl' | 'remarks' | 'sandboxMethods'
>;

/** The message at the start: address, sign-ins, test modes, and missing settings. */
export function greeting(config: Greeted, address: string): string {
  const lines = [`\n${config.brandName} is at ${address}\n`, ...config.remarks];
  if (config.seedDemo) {
    lines.push(`Demo sign-ins (password ${DEMO_PASSWORD}):`);
    lines.push(...DEMO_PEOPLE.map(({ email, role }) => `  ${email.padEnd(22)}${role}`));
  }
  const trial = config.sandboxMethods.map((method) => methodFacts[method].noun);
  if (trial.length > 0)
    lines.push(`Payments by ${trial.join(' and by ')} are in TEST MODE: the sandbox takes no real money.`);
  if (!config.virusScanAddress)
    lines.push('Uploads are not scanned for viruses: VIRUS_SCAN_ADDRESS is not set.');
  if (!config.smtpUrl) lines.push(`Mail goes to the development inbox: ${address}/dev/mail`);
  return `${lines.join('\n')}\n\n`;
}
