import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** What is wrong with a text, or undefined. */
export type Rule = (text: string) => string | undefined;

export interface Fields<Name extends string> {
  /** For the `<form>` itself. */
  form: {
    ref: RefObject<HTMLFormElement | null>;
    onInput: (event: FormEvent<HTMLFormElement>) => void;
    onBlur: (event: FocusEvent<HTMLFormElement>) => void;
  };
  /** For one control: its name and what is wrong with it. */
  input: (name: Name) => { name: Name; error: string | undefined };
  /** As typed so far; empty until the page is alive. */
  values: Record<Name, string>;
  /** The values when every rule is kept; else shows what is wrong, puts the focus on the first, and answers null. */
  check: () => Record<Name, string> | null;
  /** Shows what the server says of single fields. */
  refuse: (messages: Partial<Record<Name, string>>) => void;
}

/**
 * A form of a few texts. The boxes keep their own contents (no state is written into them), so that what was typed or
 * filled in before the page came alive stays. For the public pages, where a form library would weigh too much.
 */
export function useFields<Name extends string>(rules: Record<Name, Rule>): Fields<Name> {
  const ref = useRef<HTMLFormElement>(null);
  const names = Object.keys(rules) as Name[];
  const [values, setValues] = useState(() => textsOf(null, names));
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what is in the boxes already.
  useEffect(() => setValues(textsOf(ref.current, names)), []);

  const judge = (typed: Record<Name, string>, which: Name[]): Partial<Record<Name, string>> => {
    const wrong: Partial<Record<Name, string>> = {};
    for (const name of which) {
      const message = rules[name](typed[name]);
      if (message) wrong[name] = message;
    }
    return wrong;
  };
  const show = (wrong: Partial<Record<Name, string>>) => {
    setErrors(wrong);
    const first = names.find((name) => wrong[name]);
    const box = first && ref.current?.elements.namedItem(first);
    if (box instanceof HTMLElement) box.focus();
  };
  const nameOf = (target: EventTarget | null) =>
    names.find((name) => target instanceof HTMLInputElement && target.name === name);

  return {
    form: {
      ref,
      onInput(event) {
        const typed = textsOf(ref.current, names);
        setValues(typed);
        const name = nameOf(event.target);
        // A complaint goes as soon as it no longer holds; none comes up while somebody is typing.
        if (name && errors[name]) {
          const { [name]: _, ...others } = errors;
          setErrors({ ...(others as typeof errors), ...judge(typed, [name]) });
        }
      },
      onBlur(event) {
        const name = nameOf(event.target);
        const typed = textsOf(ref.current, names);
        if (name && typed[name] !== '' && !errors[name]) setErrors({ ...errors, ...judge(typed, [name]) });
      },
    },
    input: (name) => ({ name, error: errors[name] }),
    values,
    check() {
      const typed = textsOf(ref.current, names);
      const wrong = judge(typed, names);
      show(wrong);
      return Object.keys(wrong).length === 0 ? typed : null;
    },
    refuse: show,
  };
}

function textsOf<Name extends string>(form: HTMLFormElement | null, names: Name[]): Record<Name, string> {
  const data = form ? new FormData(form) : undefined;
  return Object.fromEntries(names.map((name) => [name, String(data?.get(name) ?? '')])) as Record<
    Name,
    string
  >;
}
