import { useQueryClient } from '@tanstack/react-query';
import type { CatalogItem } from '@vialproof/contract/catalog';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { signInAddress } from '../../lib/next';
import { ApiProblem } from '../../lib/problem';
import { readSession } from '../../lib/session';
import { type Attempt, attemptFor, type Draft, type SpecimenName, specimenNames } from './draft';

/** A refusal to show beside the button; `orderGone`: the order begun earlier cannot be gone on with. */
export interface CheckoutRefusal {
  detail: string;
  orderGone: boolean;
  /** What is wrong with single lines of the specimen. */
  fields: Partial<Record<SpecimenName, string>>;
}

const goneCodes = ['order_locked', 'already_paid', 'payment_under_review', 'not_found'];
// A broken server has a sentence too, but nobody decided anything: that is the alert's case.
const unexpected = ['internal', 'unavailable', 'unknown'];

/** From 'Proceed to Checkout' to the hosted payment page. */
export function useCheckout(item: CatalogItem | undefined, remember: (attempt: Attempt | null) => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const running = useRef(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<CheckoutRefusal | null>(null);
  /** The right amount, after the server said that the shown one is not. */
  const [correctedCents, setCorrectedCents] = useState<number | null>(null);

  // Back from the payment page the browser may show this page as it was left.
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      running.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', shown);
    return () => window.removeEventListener('pageshow', shown);
  }, []);

  const refused = (error: unknown, attempt: Attempt) => {
    if (error instanceof ApiProblem && error.code === 'unauthenticated') return;
    if (!(error instanceof ApiProblem) || unexpected.includes(error.code)) {
      window.alert('Could not create request. Please try again.');
      return;
    }
    const orderGone = attempt.orderId !== null && goneCodes.includes(error.code);
    if (orderGone) remember(null);
    if (error.amountCents !== undefined) {
      setCorrectedCents(error.amountCents);
      void queries.invalidateQueries({ queryKey: ['catalog'] });
    }
    const fields: CheckoutRefusal['fields'] = {};
    for (const name of specimenNames) {
      const message = error.field(name);
      if (message) fields[name] = message;
    }
    setRefusal({ detail: error.detail, orderGone, fields });
  };

  const proceed = async (draft: Draft, price: { amountCents: number; percent: number }) => {
    if (!item || running.current) return;
    if (!readSession()) {
      await navigate(signInAddress('order', `/request?sku=${item.slug}`));
      return;
    }
    running.current = true;
    setBusy(true);
    setRefusal(null);
    const attempt = attemptFor(draft);
    try {
      // Fetched here: most visitors of the page never get this far.
      const { placeOrder } = await import('./place-order');
      const url = await placeOrder(
        draft,
        attempt,
        {
          amountCents: correctedCents ?? price.amountCents,
          percent: correctedCents === null ? price.percent : undefined,
        },
        remember,
      );
      // Stays busy until the browser has left.
      window.location.assign(url);
    } catch (error) {
      running.current = false;
      setBusy(false);
      refused(error, attempt);
    }
  };

  return {
    proceed,
    busy,
    refusal,
    correctedCents,
    /** After a change of test or visibility the price is another one. */
    forgetCorrection: () => {
      setCorrectedCents(null);
      setRefusal(null);
    },
  };
}
