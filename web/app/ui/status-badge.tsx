type Tone = 'good' | 'wait' | 'bad' | 'plain';

const tones: Record<Tone, string> = {
  good: 'border-good/40 bg-good-soft text-good',
  wait: 'border-wait/40 bg-wait-soft text-wait',
  bad: 'border-bad/40 bg-bad-soft text-bad',
  plain: 'border-rule bg-wash text-ink-soft',
};

/** A word in a coloured frame. The word says the same as the colour. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: React.ReactNode }) {
  return (
    <span
      className={`inline-flex items-center whitespace-nowrap rounded-sm border px-2 py-0.5 font-medium text-xs leading-5 tracking-wide ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

/** The state of an order: complete is green, pending_payment yellow, all others grey (specification, section 4). */
export function StatusBadge({ status }: { status: string }) {
  const tone = status === 'complete' ? 'good' : status === 'pending_payment' ? 'wait' : 'plain';
  return <Badge tone={tone}>{status.replace('_', ' ').toUpperCase()}</Badge>;
}
