import { Check, X } from 'lucide-react';

const proves = [
  'This laboratory holds a test of that number, and the key belongs to it.',
  'What was tested, when the sample came in, and when the result was published.',
  'Whether the certificate is current, replaced or withdrawn, and why.',
  'Which file was issued: its SHA-256 fingerprint, which the public log holds as well.',
];
const doesNot = [
  'That the vial in your hand is the vial that was tested: compare maker and batch.',
  'That another vial of the same batch holds the same: a result relates only to the sample received.',
  'That a substance is safe to use.',
  'Who ordered the test: that is never shown.',
];

function List({ title, items, good }: { title: string; items: string[]; good: boolean }) {
  return (
    <div className="border-ink border-t pt-3">
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-4 grid gap-3 text-ink-soft">
        {items.map((item) => (
          <li key={item} className="flex items-start gap-3">
            {good ? <Check className="mt-1 size-4 text-good" /> : <X className="mt-1 size-4 text-bad" />}
            <span>{item}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Explains what the answer means, and what it cannot prove. */
export function Meaning() {
  return (
    <div className="grid gap-10 md:grid-cols-2">
      <List title="It proves" items={proves} good />
      <List title="It does not prove" items={doesNot} good={false} />
    </div>
  );
}
