import { useQuery } from '@tanstack/react-query';
import { parseResponse } from 'hono/client';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { catalogQuery } from '../../data/catalog/queries';
import { api } from '../../lib/api';
import { useConfig } from '../../lib/config';
import { keep, readKept, useKeptOverSessionLoss } from '../../lib/kept';
import { formatMoney } from '../../lib/money';
import { ApiProblem, isPassing } from '../../lib/problem';
import { readSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/choices';
import { FieldError } from '../../ui/field';
import { useHydrated } from '../../ui/figures';
import { Select, TextArea, TextInput } from '../../ui/inputs';
import { ErrorPanel } from '../../ui/states';
import { centsOf, defaults, type FieldErrors, fieldOf, type NewGroupDraft, readForm } from './new-group';

const keptName = 'new-group';
const upTo = (cents: number | undefined) => cents !== undefined && `Up to ${formatMoney(cents)}.`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-5 border-rule border-t pt-5">
      <legend className="display-3 float-left mb-1 w-full">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Begins a group: what is tested, until when, for how many, and what it costs. */
export function NewGroupForm() {
  const navigate = useNavigate();
  const config = useConfig();
  const hydrated = useHydrated();
  const catalog = useQuery(catalogQuery());
  const [form, setForm] = useState<NewGroupDraft>(() => defaults(new Date(0)));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  // The clock and what was typed before are the browser's: the server draws an empty form.
  useEffect(() => setForm(readKept<NewGroupDraft>(keptName) ?? defaults(new Date())), []);
  useKeptOverSessionLoss(
    keptName,
    useCallback(() => form, [form]),
  );

  const change = (part: Partial<NewGroupDraft>) => {
    const next = { ...form, ...part };
    setForm(next);
    keep(keptName, next);
    const names = Object.keys(part) as (keyof NewGroupDraft)[];
    setErrors((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([name]) => !names.includes(name as keyof NewGroupDraft)),
      ),
    );
  };
  const chooseTest = (slug: string) => {
    const item = catalog.data?.find((each) => each.slug === slug);
    change({ testType: slug, ...(item ? { test: (item.base_price_cents / 100).toFixed(2) } : {}) });
  };
  const show = (found: FieldErrors) => {
    setErrors(found);
    const [first] = Object.keys(found);
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setRefusal(null);
    const asked = readForm(form);
    if ('errors' in asked) return show(asked.errors);
    if (!readSession()) {
      void navigate(`/login?next=${encodeURIComponent('/group-tests/request')}`);
      return;
    }
    setBusy(true);
    try {
      const { test } = await parseResponse(api['group-tests'].$post({ json: asked.body }));
      keep(keptName, null);
      void navigate(`/group-tests/${test.id}`);
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiProblem && error.code === 'unauthenticated') return;
      if (!(error instanceof ApiProblem) || isPassing(error)) {
        window.alert('Failed to create group test. Please try again.');
        return;
      }
      const found: FieldErrors = {};
      for (const { path, message } of error.errors) {
        const name = fieldOf[path];
        if (name) found[name] = message;
      }
      show(found);
      if (Object.keys(found).length === 0) setRefusal(error.detail);
    }
  };

  const text = (name: 'title' | 'min' | 'target' | 'test' | 'shipping' | 'vial') => ({
    name,
    value: form[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  const parts = [form.test, form.shipping, form.vial].map(centsOf);
  const cost = parts.every((cents) => cents !== undefined)
    ? parts.reduce((sum, cents) => sum + cents, 0)
    : undefined;
  const min = Number(form.min);

  return (
    <div className="page pb-20">
      <form
        ref={element}
        method="post"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid max-w-3xl gap-10"
      >
        {/* What is typed before the page is alive would be lost. */}
        <div inert={!hydrated} className="grid gap-10">
          <Part title="Basics">
            <TextInput label="Title" maxLength={120} {...text('title')} />
            <TextArea
              label="Description"
              optional
              name="description"
              maxLength={4000}
              help="Which vial it is: maker, batch, label claim. What members should know."
              value={form.description}
              error={errors.description}
              onChange={(event) => change({ description: event.target.value })}
            />
            {catalog.isError ? (
              <ErrorPanel message={catalog.error.message} onRetry={() => void catalog.refetch()} />
            ) : (
              <Select
                label="Test type"
                name="testType"
                value={form.testType}
                error={errors.testType}
                onChange={(event) => chooseTest(event.target.value)}
              >
                <option value="">Choose a test</option>
                {catalog.data?.map(({ slug, name, base_price_cents }) => (
                  <option key={slug} value={slug}>
                    {name}, {formatMoney(base_price_cents)}
                  </option>
                ))}
              </Select>
            )}
            <TextInput
              label="Deadline"
              type="datetime-local"
              name="deadline"
              help="In your own time zone. Shares are fixed then, or as soon as every seat is taken."
              value={hydrated ? form.deadline : ''}
              error={errors.deadline}
              onChange={(event) => change({ deadline: event.target.value })}
            />
            <Checkbox
              name="isPublic"
              checked={form.isPublic}
              onChange={(event) => change({ isPublic: event.target.checked })}
            >
              Public: listed here, and the result is published for everybody. Otherwise only the link leads to
              the group, and the result stays with its members.
            </Checkbox>
          </Part>
          <Part title="Participants & Costs">
            <div className="grid items-start gap-5 sm:grid-cols-2">
              <TextInput
                label="Minimum participants"
                inputMode="numeric"
                mono
                help="Fewer, and the test only takes place if somebody covers the gap."
                {...text('min')}
              />
              <TextInput
                label="Target participants"
                inputMode="numeric"
                mono
                help="The number of seats, 200 at most. Empty: the minimum."
                {...text('target')}
              />
            </div>
            <div className="grid items-start gap-5 sm:grid-cols-3">
              <TextInput label="Estimated test cost (USD)" inputMode="decimal" mono {...text('test')} />
              <TextInput
                label="Estimated shipping (USD)"
                inputMode="decimal"
                mono
                help={upTo(config?.group_shipping_max_cents)}
                {...text('shipping')}
              />
              <TextInput
                label="Estimated vial cost (USD)"
                inputMode="decimal"
                mono
                help={upTo(config?.group_vial_max_cents)}
                {...text('vial')}
              />
            </div>
            <p className="text-ink-soft" aria-live="polite">
              {cost !== undefined && min >= 1
                ? `Together ${formatMoney(cost)}: each member pays at most ${formatMoney(Math.ceil(cost / min))}.`
                : 'Enter the costs to see what each member pays.'}
            </p>
          </Part>
        </div>
        <div className="grid gap-3">
          <Button type="submit" size="large" busy={busy} disabled={!hydrated}>
            {busy ? 'Creating the group…' : 'Create Group Test'}
          </Button>
          <p className="text-ink-soft text-sm">
            Creating a group costs nothing and does not make you a member: join it like everybody else.
          </p>
          <div role="alert" className="empty:hidden">
            {refusal ? <FieldError>{refusal}</FieldError> : null}
          </div>
        </div>
      </form>
    </div>
  );
}
