import { useMutation, useQuery } from '@tanstack/react-query';
import { formatMoney, plainDollars } from '@vialproof/science/money/money';
import { parseResponse } from 'hono/client';
import { type ReactNode, useEffect } from 'react';
import { type FieldErrors, type Resolver, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { catalogQuery } from '../../data/catalog/queries';
import { api } from '../../lib/api';
import { useConfig } from '../../lib/config';
import { readDollars } from '../../lib/dollars';
import { showFieldErrors } from '../../lib/field-errors';
import { keep, readKept, useKeptOverSessionLoss } from '../../lib/kept';
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
import { defaults, fieldOf, type NewGroupDraft, readForm } from './new-group';
import { SeenAs } from './seen-as';

const keptName = 'new-group';
const upTo = (cents: number | undefined) => cents !== undefined && `Up to ${formatMoney(cents)}.`;

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-5 border-rule border-t pt-5">
      <legend className="display-3 float-left mb-1 w-full">{title}</legend>
      {children}
    </fieldset>
  );
}

/** Passes the errors of `readForm` to the form library. */
const resolver: Resolver<NewGroupDraft> = (form) => {
  const read = readForm(form, new Date());
  if (!('errors' in read)) return { values: form, errors: {} };
  const errors: FieldErrors<NewGroupDraft> = {};
  for (const name of Object.keys(read.errors) as (keyof NewGroupDraft)[])
    errors[name] = { type: 'validate', message: read.errors[name] ?? '' };
  return { values: {}, errors };
};

/** Joins the group that was just created. Returns why it failed, or null. */
async function joinNow(id: string): Promise<string | null> {
  try {
    await parseResponse(api['group-tests'][':id'].join.$post({ param: { id }, json: { action: 'join' } }));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'The server could not answer. Please try again.';
  }
}

/** The server does not know the reader's time zone, so the browser fills in the deadline. */
const drawn = { ...defaults(new Date(0)), deadline: '' };

/** The form for a new group: its test, deadline, people and costs. */
export function NewGroupForm() {
  const navigate = useNavigate();
  const config = useConfig();
  // React takes input from before hydration when this form renders again.
  const hydrated = useHydrated();
  const catalog = useQuery(catalogQuery());
  // Without default values, the form library keeps the input that is already in the fields.
  const form = useForm<NewGroupDraft>({ mode: 'onTouched', resolver });
  const { register, handleSubmit, setError, clearErrors, setValue, getValues, watch, subscribe } = form;
  const { errors } = form.formState;
  useEffect(() => {
    const draft = readKept<NewGroupDraft>(keptName);
    const first = { deadline: defaults(new Date()).deadline, ...draft };
    for (const name of Object.keys(first) as (keyof NewGroupDraft)[]) {
      const value = first[name];
      // A field that the user changed meanwhile is newer than the stored draft.
      if (value !== undefined && getValues(name) === drawn[name]) setValue(name, value);
    }
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(keptName, values) });
  }, [getValues, setValue, subscribe]);
  useKeptOverSessionLoss(keptName, getValues);

  const create = useMutation({
    mutationFn: async (form: NewGroupDraft) => {
      const asked = readForm(form, new Date());
      // The resolver has already checked the same values, so this cannot happen.
      if ('errors' in asked) throw new Error('The form is not complete.');
      const { test } = await parseResponse(api['group-tests'].$post({ json: asked.body }));
      // A reload while the user joins must not offer the same group again.
      keep(keptName, null);
      return { id: test.id, joinFailed: form.joins ? await joinNow(test.id) : null };
    },
    onSuccess: ({ id, joinFailed }) => {
      // If the session was lost while the user joined, the form was stored again.
      keep(keptName, null);
      // The group exists, even if joining failed. Its page says so and offers to join again.
      return navigate(`/group-tests/${id}`, joinFailed === null ? {} : { state: { joinFailed } });
    },
    onError: (error) => {
      if (!(error instanceof ApiProblem) || isPassing(error)) {
        window.alert('Failed to create group test. Please try again.');
        return;
      }
      showFieldErrors(error, (path) => fieldOf[path], setError);
    },
  });
  const submit = (form: NewGroupDraft) => {
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
  ) => ({
    ...register(name),
    defaultValue: drawn[name],
    error: errors[name]?.message,
  });
  const fillCost = (slug: string) => {
    const item = catalog.data?.find((each) => each.slug === slug);
    if (!item) return;
    setValue('test', plainDollars(item.base_price_cents), { shouldDirty: true });
    clearErrors('test');
  };
  const parts = watch(['test', 'shipping', 'vial']).map((dollars) => readDollars(dollars ?? ''));
  const cost = parts.every((cents) => cents !== null)
    ? parts.reduce((sum, cents) => sum + cents, 0)
    : undefined;
  const min = Number(watch('min'));
  /** The most that a member pays. */
  const most = cost !== undefined && min >= 1 ? Math.ceil(cost / min) : undefined;

  return (
    <div className="page pb-20">
      <NeedsScripts />
      <Form onSubmit={handleSubmit(submit)} className="grid max-w-3xl grid-cols-1 gap-10">
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
            {catalog.isError ? (
              <ErrorPanel message={catalog.error.message} onRetry={() => void catalog.refetch()} />
            ) : (
              <Select
                label="Test type"
                {...register('testType', {
                  onChange: (event: { target: { value: string } }) => fillCost(event.target.value),
                })}
                error={errors.testType?.message}
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
            <Checkbox {...register('isPublic')} defaultChecked={drawn.isPublic}>
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
          <Checkbox {...register('joins')} defaultChecked={drawn.joins}>
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
