import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { type ControlProps, controlClass, Field } from './field';

interface Props {
  /** Read aloud. Visible only with `isLabelled` or `help`. */
  label: string;
  isLabelled?: boolean;
  /** A sentence below the field. */
  help?: string;
  placeholder?: string;
  /** The current search text in the address. */
  value: string;
  onSearch: (text: string) => void;
  /** How many milliseconds without typing before it searches. */
  delay?: number;
  /** The name of the query parameter, for a page without scripts. */
  name?: string;
  /** More controls of the same form (`Filters`). */
  children?: ReactNode;
}

/** A search field that waits for a pause in the typing. Without scripts it is a form with the same address. */
export function SearchBox({
  label,
  isLabelled = false,
  help,
  placeholder,
  value,
  onSearch,
  delay = 300,
  name = 'search',
  children,
}: Props) {
  // React does not control the field, so that input from before its start stays.
  const box = useRef<HTMLInputElement>(null);
  const known = useRef(value);
  const [text, setText] = useState(value);
  const own = useRef<string[]>([]);
  const begin = (sought: string) => {
    own.current.push(sought);
    onSearch(sought);
  };

  // Links, Back and Forward change the address and so the field. A typed space does not, and neither does the field's
  // own search, because the user may have typed more since.
  useEffect(() => {
    if (!box.current) return;
    const place = own.current.indexOf(value);
    own.current = place < 0 ? [] : own.current.slice(place + 1);
    const isOther = place < 0 && known.current !== value && box.current.value.trim() !== value;
    if (isOther) box.current.value = value;
    known.current = value;
    setText(box.current.value);
  }, [value]);

  useDelayedSearch(text.trim(), value, delay, begin);

  const input = (control: ControlProps | { 'aria-label': string }) => (
    <input
      {...control}
      type="search"
      name={name}
      placeholder={placeholder}
      maxLength={200}
      spellCheck={false}
      ref={box}
      defaultValue={value}
      // A letter that an input method has not finished is not searched.
      onChange={({ target, nativeEvent }) => {
        if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) setText(target.value);
      }}
      onCompositionEnd={({ currentTarget }) => setText(currentTarget.value)}
      className={`${controlClass} min-w-[min(16rem,100%)] flex-1 text-ellipsis`}
    />
  );

  return (
    <search className="flex-1">
      <form
        autoComplete="off"
        className={children ? 'flex flex-wrap gap-3' : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          begin(text.trim());
        }}
      >
        {isLabelled || help ? (
          <Field label={label} help={help}>
            {input}
          </Field>
        ) : (
          input({ 'aria-label': label })
        )}
        {children}
      </form>
    </search>
  );
}

/**
 * Calls `search` once the user has neither typed nor clicked for `delay` milliseconds, if `text` differs from `sought`,
 * the search text in the address. While another page loads, it waits.
 */
export function useDelayedSearch(
  text: string,
  sought: string,
  delay: number,
  search: (text: string) => void,
): void {
  const begin = useEffectEvent(search);
  const going = useNavigation().location?.pathname;
  const here = useLocation().pathname;
  const isLeaving = going !== undefined && going !== here;
  useEffect(() => {
    if (isLeaving || text === sought) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => begin(text), delay);
    };
    wait();
    // A click can start a navigation, which React Router reports only some milliseconds later.
    document.addEventListener('click', wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', wait);
    };
  }, [text, sought, delay, isLeaving]);
}
