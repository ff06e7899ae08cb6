import type { CertificateStanding } from '@vialproof/contract/certificates';

/** The state of an issued certificate, as text. */
export const certificateStates: Record<
  CertificateStanding,
  { badge: string; tone: 'good' | 'plain' | 'bad'; ended: string }
> = {
  current: { badge: 'CURRENT', tone: 'good', ended: '' },
  superseded: { badge: 'REPLACED', tone: 'plain', ended: 'replaced' },
  retracted: { badge: 'WITHDRAWN', tone: 'bad', ended: 'withdrawn' },
};
