import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { type ControlProps, controlClass, Field } from './field';

interface Props {
  /** Read aloud; visible only together with `help`. */
  label: string;
  /** A sentence under the box. */
  help?: string;
  placeholder?: string;
  /** The current search text in the address. */
  value: string;
  onSearch: (text: string) => void;
  /** Milliseconds without typing before a search. */
  delay?: number;
  /** Name of the query parameter, for a page without scripts. */
  name?: string;
  /** Further controls of the same form (`Filters`). */
  children?: ReactNode;
}

/** A search box that waits for a pause in typing. Without scripts it is a form with the same address. */
export function SearchBox({
  label,
  help,
  placeholder,
  value,
  onSearch,
  delay = 300,
  name = 'search',
  children,
}: Props) {
  // The box is uncontrolled, so that input from before hydration stays.
  const box = useRef<HTMLInputElement>(null);
  const known = useRef(value);
  const [text, setText] = useState(value);
  const own = useRef<string[]>([]);
  const begin = (sought: string) => {
    own.current.push(sought);
    onSearch(sought);
  };
  const search = useEffectEvent(begin);
  const going = useNavigation().location?.pathname;
  const here = useLocation().pathname;
  // A waiting search must not interrupt a navigation that the user has started.
  const leaving = going !== undefined && going !== here;

  // Links, Back and Forward change the address and so the box. A typed space is no change, and neither is the box's own
  // search, which may arrive after further typing.
  useEffect(() => {
    if (!box.current) return;
    const place = own.current.indexOf(value);
    own.current = place < 0 ? [] : own.current.slice(place + 1);
    const isOther = place < 0 && known.current !== value && box.current.value.trim() !== value;
    if (isOther) box.current.value = value;
    known.current = value;
    setText(box.current.value);
  }, [value]);

  useEffect(() => {
    if (leaving || text.trim() === value) return;
    const timer = setTimeout(() => search(text.trim()), delay);
    return () => clearTimeout(timer);
  }, [text, value, delay, leaving]);

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
      // An unfinished syllable of an input method is not searched.
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
        {help ? (
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
