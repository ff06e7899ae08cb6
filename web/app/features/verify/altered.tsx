import type { ReactNode } from 'react';
import { useConfig } from '../../lib/config';
import { Notice } from '../../ui/states';

/** Warns that a paper differs from the record of its certificate, and says what to do. `lines` differ. */
export function Altered({
  number,
  lines = [],
  children,
}: {
  /** The number of the certificate, such as VP-10001-R1. */
  number: string;
  lines?: string[];
  children: ReactNode;
}) {
  const contact = useConfig()?.report_contact;
  const subject = `Altered certificate ${number}`;
  const text = `A paper that names certificate ${number} differs from the laboratory’s record${lines.length > 0 ? ` in: ${lines.join(', ')}` : ''}.\n\nWhere it was shown, and by whom:\n`;
  const address = contact?.startsWith('mailto:')
    ? `${contact}?${new URLSearchParams({ subject, body: text }).toString().replaceAll('+', '%20')}`
    : contact;
  return (
    <Notice tone="bad">
      <p className="font-medium text-bad">This paper was altered.</p>
      <div className="mt-1">{children}</div>
      <p className="mt-2">
        <span>
          Do not rely on it, and do not use the vial because of it. Ask whoever showed it to you for the PDF,
          and keep a copy of what you were shown.
        </span>
        {address ? (
          <span>
            {' '}
            <a href={address} className="link">
              Report it to the laboratory
            </a>
            .
          </span>
        ) : null}
      </p>
    </Notice>
  );
}
