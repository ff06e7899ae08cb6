import { Check } from 'lucide-react';

const included = [
  'Certificate of Analysis as a PDF',
  'Review by a second person',
  'Verification by number, key and QR code',
];

/** The services that every price includes. */
export function Included() {
  return (
    <div className="border-ink border-t pt-3 lg:w-80">
      <h2 className="label">Each price includes</h2>
      <ul className="mt-2 grid gap-1.5">
        {included.map((item) => (
          <li key={item} className="flex items-start gap-2.5">
            <Check className="mt-1 size-4 text-accent" />
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}
