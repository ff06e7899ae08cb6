import { type FocusEvent, type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { keep, readKept, useKeptOverSessionLoss } from '../../lib/kept';
import { defaults, type FieldErrors, type NewGroupDraft, readForm } from './new-group';

const keptName = 'new-group';
/** The server does not know the reader's time zone, so the browser fills in the deadline. */
export const drawn: NewGroupDraft = { ...defaults(new Date(0)), deadline: '' };
const names = Object.keys(drawn) as (keyof NewGroupDraft)[];
const isName = (name: string): name is keyof NewGroupDraft => name in drawn;

function inputOf(form: HTMLFormElement, name: string) {
  const input = form.elements.namedItem(name);
  const isInput =
    input instanceof HTMLInputElement ||
    input instanceof HTMLTextAreaElement ||
    input instanceof HTMLSelectElement;
  return isInput ? input : undefined;
}

/** The fields as they stand in the form. */
function readFields(form: HTMLFormElement): NewGroupDraft {
  const data = new FormData(form);
  const text = (name: keyof NewGroupDraft) => String(data.get(name) ?? '');
  return {
    title: text('title'),
    description: text('description'),
    testType: text('testType'),
    deadline: text('deadline'),
    min: text('min'),
    target: text('target'),
    test: text('test'),
    shipping: text('shipping'),
    vial: text('vial'),
    isPublic: data.has('isPublic'),
    joins: data.has('joins'),
  };
}

function setField(form: HTMLFormElement, name: string, value: string | boolean): void {
  const input = inputOf(form, name);
  if (typeof value === 'string' && input) input.value = value;
  else if (input instanceof HTMLInputElement) input.checked = value === true;
}

/** Focuses the first of these fields, in the order of the form. */
function focusFirst(form: HTMLFormElement | null, errors: FieldErrors): void {
  const first = names.find((name) => errors[name] !== undefined);
  if (form && first) inputOf(form, first)?.focus();
}

/**
 * The fields of the new group. The browser holds what the user types, also before hydration. The public page has no
 * form library, because that alone would put its scripts above their budget.
 */
export function useNewGroup() {
  const ref = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(drawn);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<FieldErrors>({});
  const current = () => (ref.current ? readFields(ref.current) : null);
  // Before the first event, because each change stores the whole form over the stored draft.
  useLayoutEffect(() => {
    const form = ref.current;
    if (!form) return;
    const typed = readFields(form);
    const first = { deadline: defaults(new Date()).deadline, ...readKept<NewGroupDraft>(keptName) };
    for (const name of names) {
      const value = first[name];
      // A field that the user changed before or during hydration is newer than the stored draft.
      if (value !== undefined && typed[name] === drawn[name]) setField(form, name, value);
    }
    setDraft(readFields(form));
  }, []);
  useKeptOverSessionLoss(keptName, current);

  const read = readForm(draft, new Date());
  const found = 'errors' in read ? read.errors : {};
  return {
    draft,
    /** The error of a field: the server's, or the form's own once the user has left the field. */
    errorOf: (name: keyof NewGroupDraft) =>
      refused[name] ?? (touched.includes(name) ? found[name] : undefined),
    /** Sets a field that depends on another one. */
    set: (name: keyof NewGroupDraft, value: string) => {
      if (ref.current) setField(ref.current, name, value);
      setRefused((errors) => ({ ...errors, [name]: undefined }));
    },
    /** Shows the server's errors beside their fields. */
    refuse: (errors: FieldErrors) => {
      setRefused(errors);
      focusFirst(ref.current, errors);
    },
    forget: () => keep(keptName, null),
    /** The fields if they are right. Otherwise shows what is wrong. */
    check: (): NewGroupDraft | null => {
      const now = current() ?? draft;
      const asked = readForm(now, new Date());
      setDraft(now);
      keep(keptName, now);
      setTouched(names);
      setRefused({});
      if ('errors' in asked) focusFirst(ref.current, asked.errors);
      return 'errors' in asked ? null : now;
    },
    form: {
      ref,
      onChange: (event: FormEvent<HTMLFormElement>) => {
        const now = readFields(event.currentTarget);
        const { target } = event;
        if ('name' in target && typeof target.name === 'string') {
          const { name } = target;
          setRefused((errors) => ({ ...errors, [name]: undefined }));
        }
        setDraft(now);
        keep(keptName, now);
      },
      onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
        if (isName(target.name)) setTouched([...touched, target.name]);
      },
    },
  };
}
