import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { type ControlProps, controlClass, Field } from './field';

interface Props {
  /** Read aloud; seen only together with `help`. */
  label: string;
  /** A sentence under the box. */
  help?: string;
  placeholder?: string;
  /** What is searched for now, as the address says it. */
  value: string;
  onSearch: (text: string) => void;
  /** Quiet milliseconds before a search. */
  delay?: number;
  /** Name in the address, for a page without scripts. */
  name?: string;
  /** More of the same form (`Filters`). */
  children?: ReactNode;
}

/** A search box that waits until the typing pauses. Without scripts it is a form that asks for the same address. */
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
  // The box keeps its own contents, so that what was typed before the page came alive stays.
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
  // Somebody who has already chosen a link is not called back by the search that waits.
  const leaving = going !== undefined && going !== here;

  // Links, Back and Forward change the address under the box; a space just typed is no such change, nor is what the box
  // searched for by itself, which arrives when somebody has typed on.
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
      // A syllable that is still being composed is no word yet.
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
