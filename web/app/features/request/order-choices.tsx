import { Link } from 'react-router';
import { useConfig } from '../../lib/config';
import { Checkbox, RadioCards } from '../../ui/choices';
import type { Draft } from './draft';

interface Choice {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

/** Who may see the result. `percent` is what a public test earns off its price. */
export function VisibilityChoice({ draft, change, percent }: Choice & { percent: number }) {
  return (
    <RadioCards
      name="visibility"
      value={draft.visibility}
      onChange={(event) => change({ visibility: event.target.value === 'public' ? 'public' : 'private' })}
      legend="Visibility"
      hideLegend
      columns={2}
      options={[
        {
          value: 'private',
          title: 'Private',
          text: 'Only you see the result. Anybody with task number and key can verify that it exists.',
        },
        {
          value: 'public',
          title: 'Public',
          text: 'Result, maker and batch are listed for everybody. Your name never is.',
          ...(percent > 0 ? { aside: `−${percent} %` } : {}),
        },
      ]}
    />
  );
}

const methods = [
  { value: 'stripe', title: 'Card', text: 'On the payment provider’s own page.' },
  { value: 'coinbase', title: 'Crypto', text: 'On the payment provider’s own page.' },
] as const;

export function PaymentChoice({ draft, change }: Choice) {
  const offered = useConfig()?.payment_methods ?? ['stripe'];
  return (
    <RadioCards
      name="paymentMethod"
      value={draft.paymentMethod}
      onChange={(event) =>
        change({ paymentMethod: event.target.value === 'coinbase' ? 'coinbase' : 'stripe' })
      }
      legend="Payment method"
      hideLegend
      columns={2}
      options={methods.map((method) =>
        offered.includes(method.value)
          ? method
          : { ...method, text: 'Not available here at present.', disabled: true },
      )}
    />
  );
}

const policy = 'text-accent underline underline-offset-4 hover:text-accent-strong';

export function Agreement({ draft, change }: Choice) {
  return (
    <Checkbox
      name="agree"
      autoComplete="off"
      checked={draft.agree}
      onChange={(event) => change({ agree: event.target.checked })}
    >
      I confirm the provided details are accurate and I agree to the{' '}
      <Link to="/terms" target="_blank" className={policy}>
        terms of service
      </Link>{' '}
      and{' '}
      <Link to="/testing-policy" target="_blank" className={policy}>
        testing policy
      </Link>
      .
    </Checkbox>
  );
}
