import { useQueryClient } from '@tanstack/react-query';
import type { CatalogItem } from '@vialproof/contract/catalog';
import { publicDiscount } from '@vialproof/science/money/money';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import {
  firstMethod,
  PaymentChoice,
  SpecimenFields,
  specimenNames,
  useOfferedMethods,
  VisibilityChoice,
} from '../../data/orders/order-fields';
import { alertUnexpected, refusalOf, usePaymentPage } from '../../data/orders/payment-page';
import { useConfig } from '../../lib/config';
import { showFieldErrors } from '../../lib/field-errors';
import { keep, orderDraft, readKept, useKeptOverSessionLoss } from '../../lib/kept';
import { signInAddress } from '../../lib/next';
import { ApiProblem } from '../../lib/problem';
import { readSession } from '../../lib/session';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { Notice } from '../../ui/states';
import { Agreement } from './agreement';
import { CatalogChoice } from './catalog-choice';
import {
  type Attempt,
  attemptFor,
  type Draft,
  emptyDraft,
  findAsked,
  prefilledCompound,
  withTest,
} from './draft';
import { SummaryPanel } from './summary-panel';
import { typedBefore } from './typed-before';

const FORM = 'request';
const goneCodes = ['order_locked', 'already_paid', 'payment_under_review', 'not_found'];

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

/**
 * The form of an order. Its values come from input before hydration, or the test in the address, or the stored draft,
 * in this order.
 */
function useDraftForm(catalog: CatalogItem[]) {
  const [query, setQuery] = useSearchParams();
  const askedWord = query.get('sku');
  const asked = findAsked(catalog, askedWord);
  const askedId = asked?.id;
  const offered = useOfferedMethods();
  const [drawn] = useState(() => ({
    ...withTest(emptyDraft, catalog, asked),
    paymentMethod: firstMethod(emptyDraft.paymentMethod, offered),
  }));
  const [typed] = useState(() =>
    import.meta.env.SSR ? {} : typedBefore(document.forms.namedItem(FORM), drawn),
  );
  const form = useForm<Draft>({ defaultValues: drawn });
  const { getValues, setValue, subscribe } = form;
  const write = (draft: Draft) => {
    for (const name of Object.keys(draft) as (keyof Draft)[]) setValue(name, draft[name]);
  };
  const setTest = (item: CatalogItem) =>
    setQuery({ sku: item.slug }, { replace: true, preventScrollReset: true });
  // The server knows neither the stored draft nor the input from before hydration.
  const begin = useEffectEvent(() => {
    const kept = readKept<Partial<Draft>>(orderDraft);
    const chosen = findAsked(catalog, typed.skuId);
    write({ ...withTest({ ...drawn, ...kept }, catalog, chosen ?? asked), ...typed });
    if (chosen) setTest(chosen);
    // The form library reads these fields itself, so it reports no change.
    if (Object.keys(typed).length > 0) keep(orderDraft, getValues());
  });
  useEffect(() => {
    begin();
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(orderDraft, values) });
  }, [subscribe]);
  const follow = useEffectEvent(() => write(withTest(getValues(), catalog, asked)));
  const followed = useRef(askedId);
  useEffect(() => {
    if (followed.current !== askedId) follow();
    followed.current = askedId;
  }, [askedId]);
  useKeptOverSessionLoss(orderDraft, getValues);
  return { form, drawn, setTest, unknownAsked: askedWord !== null && catalog.length > 0 && !asked };
}

/** Whether the order that the user began earlier can no longer be continued. */
const isOrderGone = (error: Error | null, attempt: Attempt | null | undefined): boolean =>
  error instanceof ApiProblem && Boolean(attempt?.orderId) && goneCodes.includes(error.code);

/** The form that orders a test: the customer chooses a test, describes the specimen, and pays. */
export function RequestForm({ catalog }: { catalog: CatalogItem[] }) {
  const { form, drawn, setTest, unknownAsked } = useDraftForm(catalog);
  const { register, handleSubmit, setError, setValue, getValues, watch, formState } = form;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const hydrated = useHydrated();
  const [skuId, visibility, agree] = watch(['skuId', 'visibility', 'agree']);
  const selected = catalog.find(({ id }) => id === skuId);
  const offered = useConfig()?.public_discount_percent ?? 0;
  const percent = visibility === 'public' ? offered : 0;
  const base = selected?.base_price_cents ?? 0;
  const discount = publicDiscount(base, percent);
  /** The amount that the server calculated, if it refused the amount on the page. */
  const [correctedCents, setCorrectedCents] = useState<number | null>(null);
  const remember = (attempt: Attempt | null) => setValue('attempt', attempt);

  const place = usePaymentPage(
    async (draft: Draft) => {
      // Loaded only when a visitor orders, because most never do.
      const { placeOrder } = await import('./place-order');
      const price =
        correctedCents === null
          ? { amountCents: base - discount, percent }
          : { amountCents: correctedCents, percent: undefined };
      return placeOrder(draft, attemptFor(draft), price, remember);
    },
    (error) => {
      alertUnexpected(error);
      if (isOrderGone(error, getValues('attempt'))) remember(null);
      if (error instanceof ApiProblem && error.amountCents !== undefined) {
        setCorrectedCents(error.amountCents);
        void queries.invalidateQueries({ queryKey: ['catalog'] });
      }
      showFieldErrors(error, [...specimenNames], setError);
    },
  );
  // Another test or visibility has another price, so the server's corrected price is no longer right.
  const forgetPrice = () => {
    setCorrectedCents(null);
    place.reset();
  };
  const submit = (draft: Draft) => {
    // A second press may come before the form is rendered as busy.
    if (!selected || !draft.agree || place.busy || queries.isMutating() > 0) return;
    if (readSession()) place.mutate(draft);
    else void navigate(signInAddress('order', `/request?sku=${selected.slug}`));
  };
  const choose = (item: CatalogItem | undefined) => {
    if (!item) return;
    forgetPrice();
    setValue('compound_name', prefilledCompound(getValues('compound_name'), selected, item));
    setTest(item);
  };
  const fields = { register, errors: formState.errors, drawn };

  return (
    <Form
      name={FORM}
      onSubmit={handleSubmit(submit)}
      className="page grid grid-cols-[minmax(0,1fr)] gap-10 pb-20 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-14"
    >
      <div className="grid min-w-0 content-start gap-12">
        <Step number={1} title="Test">
          {unknownAsked ? (
            <Notice tone="wait">That test is not in the catalog. Please choose one below.</Notice>
          ) : null}
          <CatalogChoice
            catalog={catalog}
            selected={selected}
            drawnId={drawn.skuId}
            field={register('skuId', {
              onChange: (event: { target: { value: string } }) =>
                choose(catalog.find(({ id }) => id === event.target.value)),
            })}
          />
        </Step>
        <Step number={2} title="Specimen details">
          {selected ? null : <p className="text-ink-soft">Choose a test first.</p>}
          <SpecimenFields {...fields} disabled={!selected} />
        </Step>
        <Step number={3} title="Visibility">
          <VisibilityChoice {...fields} percent={offered} onChange={forgetPrice} />
        </Step>
        <Step number={4} title="Payment method">
          <PaymentChoice {...fields} />
        </Step>
        <Step number={5} title="Agreement">
          <Agreement {...register('agree')} />
        </Step>
      </div>
      <div className="min-w-0 lg:sticky lg:top-24 lg:self-start">
        <SummaryPanel
          item={selected}
          percent={percent}
          discountCents={discount}
          totalCents={correctedCents ?? base - discount}
          disabled={!hydrated || !selected || !agree}
          busy={place.busy}
          refusal={refusalOf(place.error)}
          isOrderGone={isOrderGone(place.error, place.variables?.attempt)}
          corrected={correctedCents !== null}
        />
      </div>
    </Form>
  );
}
