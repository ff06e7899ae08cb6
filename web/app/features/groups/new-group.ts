import type { CreateGroupBody } from '@vialproof/contract/group-tests';
import { readDollars } from '../../lib/dollars';

/** The fields of the form as the user typed them: money in dollars, the deadline in the format of the browser's date control. */
export interface NewGroupDraft {
  title: string;
  description: string;
  testType: string;
  deadline: string;
  min: string;
  target: string;
  test: string;
  shipping: string;
  vial: string;
  isPublic: boolean;
  /** Whether the organizer joins the new group at once. */
  joins: boolean;
}

type FieldErrors = Partial<Record<keyof NewGroupDraft, string>>;

const weekMs = 7 * 86_400_000;
/** A deadline nearer than this is a mistake of the user, because nobody could join in time. The API allows it. */
const nearestMs = 3_600_000;

/** A date and time in the format of <input type="datetime-local">, in the reader's time zone. */
export function localMoment(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

/** The defaults of the specification: a deadline in seven days, 15 and 15 people, 300, 40 and 0 dollars, public. */
export function defaults(now: Date): NewGroupDraft {
  return {
    title: '',
    description: '',
    testType: '',
    deadline: localMoment(new Date(now.getTime() + weekMs)),
    min: '15',
    target: '15',
    test: '300.00',
    shipping: '40.00',
    vial: '0.00',
    isPublic: true,
    joins: false,
  };
}

const whole = (text: string): number | undefined => (/^\s*\d{1,4}\s*$/.test(text) ? Number(text) : undefined);

/** The request body for the API, or the errors by field. An empty target equals the minimum. */
export function readForm(
  form: NewGroupDraft,
  now: Date,
): { body: CreateGroupBody } | { errors: FieldErrors } {
  const errors: FieldErrors = {};
  const min = whole(form.min);
  const target = form.target.trim() === '' ? min : whole(form.target);
  const cents = {
    test: readDollars(form.test),
    shipping: readDollars(form.shipping),
    vial: readDollars(form.vial),
  };
  const deadline = new Date(form.deadline);
  if (form.title.trim() === '') errors.title = 'Please enter a title.';
  if (form.testType === '') errors.testType = 'Please choose a test.';
  if (Number.isNaN(deadline.getTime())) errors.deadline = 'Please pick a deadline.';
  else if (deadline.getTime() - now.getTime() < nearestMs)
    errors.deadline = 'The deadline must be at least one hour ahead.';
  if (min === undefined) errors.min = 'Please enter a number.';
  if (target === undefined) errors.target = 'Please enter a number.';
  for (const name of ['test', 'shipping', 'vial'] as const) {
    if (cents[name] === null) errors[name] = 'Please enter an amount in dollars, such as 40.00 or 1,250.00.';
  }
  if (Object.keys(errors).length > 0) return { errors };
  return {
    body: {
      title: form.title.trim(),
      description: form.description.trim(),
      test_type: form.testType,
      deadline_at: deadline.toISOString(),
      min_participants: min ?? 0,
      target_participants: target ?? 0,
      est_test_cost_cents: cents.test ?? 0,
      est_shipping_cents: cents.shipping ?? 0,
      est_vial_cost_cents: cents.vial ?? 0,
      is_public: form.isPublic,
    },
  };
}

/** The form field for each field name of the server. */
export const fieldOf: Record<string, keyof NewGroupDraft> = {
  title: 'title',
  description: 'description',
  test_type: 'testType',
  deadline_at: 'deadline',
  min_participants: 'min',
  target_participants: 'target',
  est_test_cost_cents: 'test',
  est_shipping_cents: 'shipping',
  est_vial_cost_cents: 'vial',
};
