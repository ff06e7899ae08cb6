import { useMutation, useQuery } from '@tanstack/react-query';
import { formatMoney, plainDollars } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { catalogQuery } from '../../data/catalog/queries';
import { api } from '../../lib/api';
import { useConfig } from '../../lib/config';
import { readDollars } from '../../lib/dollars';
import { signInAddress } from '../../lib/next';
import { ApiProblem, isPassing } from '../../lib/problem';
import { readSession } from '../../lib/session';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/choices';
import { useHydrated } from '../../ui/figures';
import { Form } from '../../ui/form';
import { Select, TextArea, TextInput } from '../../ui/inputs';
import { ErrorPanel, NeedsScripts } from '../../ui/states';
import { StepError } from '../../ui/step-error';
import { type FieldErrors, fieldOf, type NewGroupDraft, readForm } from './new-group';
import { SeenAs } from './seen-as';
import { drawn, useNewGroup } from './use-new-group';

const upTo = (cents: number | undefined) => cents !== undefined && `Up to ${formatMoney(cents)}.`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-5 border-rule border-t pt-5">
      <legend className="display-3 float-left mb-1 w-full">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Joins the group that was just created. Returns why it failed, or null. */
async function joinNow(id: string): Promise<string | null> {
  try {
    await parseResponse(api['group-tests'][':id'].join.$post({ param: { id }, json: { action: 'join' } }));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'The server could not answer. Please try again.';
  }
}

/** The form for a new group: its test, deadline, people and costs. */
export function NewGroupForm() {
  const navigate = useNavigate();
  const config = useConfig();
  const hydrated = useHydrated();
  const catalog = useQuery(catalogQuery());
  const fields = useNewGroup();
  const { draft, errorOf } = fields;

  const create = useMutation({
    mutationFn: async (form: NewGroupDraft) => {
      const asked = readForm(form, new Date());
      // The form was checked with the same values before, so this cannot happen.
      if ('errors' in asked) throw new Error('The form is not complete.');
      const { test } = await parseResponse(api['group-tests'].$post({ json: asked.body }));
      // A reload while the user joins must not offer the same group again.
      fields.forget();
      return { id: test.id, joinFailed: form.joins ? await joinNow(test.id) : null };
    },
    onSuccess: ({ id, joinFailed }) => {
      // If the session was lost while the user joined, the form was stored again.
      fields.forget();
      // The group exists, even if joining failed. Its page says so and offers to join again.
      return navigate(`/group-tests/${id}`, joinFailed === null ? {} : { state: { joinFailed } });
    },
    onError: (error) => {
      if (!(error instanceof ApiProblem) || isPassing(error)) {
        window.alert('Failed to create group test. Please try again.');
        return;
      }
      const errors: FieldErrors = {};
      for (const { path, message } of error.errors) {
        const name = fieldOf[path];
        if (name) errors[name] ??= message;
      }
      fields.refuse(errors);
    },
  });
  const submit = () => {
    const form = fields.check();
    if (!form) return;
    if (readSession()) create.mutate(form);
    else void navigate(signInAddress('group', '/group-tests/request'));
  };
  const refusal =
    create.error instanceof ApiProblem &&
    !isPassing(create.error) &&
    create.error.code !== 'unauthenticated' &&
    !create.error.errors.some(({ path }) => fieldOf[path])
      ? create.error.detail
      : null;

  const text = (
    name: 'title' | 'description' | 'deadline' | 'min' | 'target' | 'test' | 'shipping' | 'vial',
  ) => ({ name, defaultValue: drawn[name], error: errorOf(name) });
  const choose = (slug: string) => {
    const item = catalog.data?.find((each) => each.slug === slug);
    if (item) fields.set('test', plainDollars(item.base_price_cents));
  };
  const parts = [draft.test, draft.shipping, draft.vial].map(readDollars);
  const cost = parts.every((cents) => cents !== null)
    ? parts.reduce((sum, cents) => sum + cents, 0)
    : undefined;
  const min = Number(draft.min);
  /** The most that a member pays. */
  const most = cost !== undefined && min >= 1 ? Math.ceil(cost / min) : undefined;

  return (
    <div className="page pb-20">
      <NeedsScripts />
      <Form {...fields.form} onSubmit={submit} className="grid max-w-3xl grid-cols-1 gap-10">
        <div className="grid grid-cols-1 gap-10">
          <Part title="Basics">
            <TextInput label="Title" maxLength={120} {...text('title')} />
            <TextArea
              label="Description"
              optional
              maxLength={4000}
              help="Which vial it is: maker, batch, label claim. What members should know."
              {...text('description')}
            />
            {catalog.data ? null : <input type="hidden" name="testType" defaultValue={draft.testType} />}
            {catalog.isError ? (
              <ErrorPanel message={catalog.error.message} onRetry={() => void catalog.refetch()} />
            ) : (
              <Select
                key={catalog.data ? 'known' : 'loading'}
                label="Test type"
                // Without its tests it could not hold the test that the user chose earlier. A hidden field holds it.
                name={catalog.data ? 'testType' : undefined}
                defaultValue={draft.testType}
                onChange={(event) => choose(event.target.value)}
                error={errorOf('testType')}
              >
                <option value="">Choose a test</option>
                {catalog.data?.map(({ slug, name, base_price_cents }) => (
                  <option key={slug} value={slug}>{`${name}, ${formatMoney(base_price_cents)}`}</option>
                ))}
              </Select>
            )}
            {/* Large text needs two lines for the date and the time. */}
            <div className="[&_input]:h-auto [&_input]:min-w-0 [&_input::-webkit-datetime-edit-fields-wrapper]:whitespace-normal">
              <TextInput
                label="Deadline"
                type="datetime-local"
                help="In your own time zone. Shares are fixed then, or as soon as every seat is taken."
                {...text('deadline')}
              />
            </div>
            <Checkbox name="isPublic" defaultChecked={drawn.isPublic}>
              Public: listed here, and the result is published for everybody. Otherwise only the link leads to
              the group, and the result stays with its members.
            </Checkbox>
          </Part>
          <Part title="Participants & Costs">
            <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">
              <TextInput
                label="Minimum participants"
                maxLength={3}
                inputMode="numeric"
                mono
                help="Fewer, and the test only takes place if somebody covers the gap."
                {...text('min')}
              />
              <TextInput
                label="Target participants"
                maxLength={3}
                inputMode="numeric"
                mono
                help="The number of seats, 200 at most. Empty: the minimum."
                {...text('target')}
              />
            </div>
            <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-3">
              <TextInput
                label="Estimated test cost (USD)"
                maxLength={16}
                inputMode="decimal"
                mono
                {...text('test')}
              />
              <TextInput
                label="Estimated shipping (USD)"
                maxLength={16}
                inputMode="decimal"
                mono
                help={upTo(config?.group_shipping_max_cents)}
                {...text('shipping')}
              />
              <TextInput
                label="Estimated vial cost (USD)"
                maxLength={16}
                inputMode="decimal"
                mono
                help={upTo(config?.group_vial_max_cents)}
                {...text('vial')}
              />
            </div>
            <p className="text-ink-soft" aria-live="polite">
              {cost !== undefined && most !== undefined
                ? `Together ${formatMoney(cost)}: each member pays at most ${formatMoney(most)}.`
                : 'Enter the costs to see what each member pays.'}
            </p>
          </Part>
        </div>
        <div className="grid gap-3">
          <Checkbox name="joins" defaultChecked={drawn.joins}>
            {most === undefined
              ? 'Create the group and join'
              : `Create the group and join (at most ${formatMoney(most)})`}
          </Checkbox>
          <Button type="submit" size="large" busy={create.isPending} disabled={!hydrated}>
            {create.isPending ? 'Creating the group…' : 'Create Group Test'}
          </Button>
          <p className="text-ink-soft text-sm">
            Creating a group costs nothing. You are a member only if you join it, now or later.
          </p>
          <SeenAs />
          <StepError error={refusal} />
        </div>
      </Form>
    </div>
  );
}
