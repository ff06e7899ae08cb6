import type { CatalogItem } from '@vialproof/contract/catalog';
import { type FormEvent, type ReactNode, useCallback } from 'react';
import { useConfig } from '../../lib/config';
import { publicDiscount } from '../../lib/money';
import { useHydrated } from '../../ui/figures';
import { Notice } from '../../ui/states';
import { CatalogChoice } from './catalog-choice';
import { Agreement, PaymentChoice, VisibilityChoice } from './order-choices';
import { SpecimenFields } from './specimen-fields';
import { SummaryPanel } from './summary-panel';
import { useCheckout } from './use-checkout';
import { useDraft } from './use-draft';

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="grid gap-5 border-rule border-t pt-5">
      <h2 className="display-3 flex items-baseline gap-3">
        <span className="figures text-base text-ink-soft">{number}</span>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Order a test: choose it, describe the specimen, and go on to pay. */
export function RequestForm({ catalog }: { catalog: CatalogItem[] }) {
  const { draft, change, selected, choose, unknownAsked } = useDraft(catalog);
  const checkout = useCheckout(
    selected,
    useCallback((attempt) => change({ attempt }), [change]),
  );
  const hydrated = useHydrated();
  const offered = useConfig()?.public_discount_percent ?? 0;
  const percent = draft.visibility === 'public' ? offered : 0;
  const base = selected?.base_price_cents ?? 0;
  const discount = publicDiscount(base, percent);
  const total = checkout.correctedCents ?? base - discount;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (selected && draft.agree) void checkout.proceed(draft, { amountCents: total, percent });
  };

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="page grid gap-10 pb-20 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14"
    >
      {/* A choice made before the page is alive would be lost. */}
      <div inert={!hydrated} className="grid min-w-0 content-start gap-12">
        <Step number={1} title="Test">
          {unknownAsked ? (
            <Notice tone="wait">That test is not in the catalog. Please choose one below.</Notice>
          ) : null}
          <CatalogChoice
            catalog={catalog}
            selectedId={selected?.id ?? ''}
            onChoose={(item) => {
              checkout.forgetCorrection();
              choose(item);
            }}
          />
        </Step>
        <Step number={2} title="Specimen details">
          {selected ? null : <p className="text-ink-soft">Choose a test first.</p>}
          <SpecimenFields
            draft={draft}
            change={change}
            errors={checkout.refusal?.fields}
            disabled={!hydrated || !selected}
          />
        </Step>
        <Step number={3} title="Visibility">
          <VisibilityChoice
            draft={draft}
            percent={offered}
            change={(part) => {
              checkout.forgetCorrection();
              change(part);
            }}
          />
        </Step>
        <Step number={4} title="Payment method">
          <PaymentChoice draft={draft} change={change} />
        </Step>
        <Step number={5} title="Agreement">
          <Agreement draft={draft} change={change} />
        </Step>
      </div>
      <div className="lg:sticky lg:top-24 lg:self-start">
        <SummaryPanel
          item={selected}
          percent={percent}
          discountCents={discount}
          totalCents={total}
          agreed={draft.agree}
          busy={checkout.busy}
          refusal={checkout.refusal}
          corrected={checkout.correctedCents !== null}
        />
      </div>
    </form>
  );
}
