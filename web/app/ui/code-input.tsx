import { CODE_LENGTH } from '@vialproof/contract/mailed-codes';
import { type ClipboardEvent, type KeyboardEvent, useId, useRef } from 'react';
import { FieldError } from './field';

interface Props {
  label: string;
  /** One character for each box. A space is an empty box. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** Only letters and digits, wide ones made normal. Spaces, dashes and others are dropped. */
function characters(text: string): string[] {
  return [...text.normalize('NFKC').replace(/[^0-9A-Za-z]/g, '')];
}

/** The mailed code in a pasted text, if its digits stand together, as in 'Your code is 123456.' */
function pastedCharacters(text: string): string[] {
  const code = new RegExp(`(?<![0-9])[0-9](?:[ -]?[0-9]){${CODE_LENGTH - 1}}(?![0-9])`);
  return characters(code.exec(text.normalize('NFKC'))?.[0] ?? text);
}

/** Whether every box has a character. */
export function isCodeComplete(value: string): boolean {
  return characters(value).length === CODE_LENGTH;
}

/** Boxes for a code from a mail. The focus moves on by itself and back on Backspace. A code can be pasted. */
export function CodeInput({ label, value, onChange, error, disabled = false, autoFocus = false }: Props) {
  const id = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const filled = Array.from({ length: CODE_LENGTH }, (_, place) => (value[place] ?? ' ').trim());

  const focus = (place: number) => boxes.current[Math.max(0, Math.min(place, CODE_LENGTH - 1))]?.focus();
  const publish = (next: string[]) =>
    onChange(
      next
        .map((letter) => letter || ' ')
        .join('')
        .trimEnd(),
    );

  const write = (place: number, letters: string[]) => {
    const next = [...filled];
    const fitting = letters.slice(0, CODE_LENGTH - place);
    fitting.forEach((letter, offset) => {
      next[place + offset] = letter;
    });
    publish(next);
    focus(place + fitting.length);
  };

  const typed = (place: number, text: string) => {
    const letters = pastedCharacters(text);
    const before = filled[place] ?? '';
    if (text.trim() === '') publish(filled.with(place, ''));
    // Typing into a filled box gives the old and the new character. The new one is used.
    else if (letters.length === 2 && before && letters.includes(before)) {
      write(place, [letters[0] === before ? (letters[1] ?? '') : (letters[0] ?? '')]);
    } else if (letters.length > 0) write(letters.length >= CODE_LENGTH ? 0 : place, letters);
  };

  const pressed = (place: number, event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && !filled[place] && place > 0) {
      event.preventDefault();
      publish(filled.with(place - 1, ''));
      focus(place - 1);
    } else if (event.key === filled[place] && !event.ctrlKey && !event.metaKey) {
      // If the user types the same character again, React reports no change.
      event.preventDefault();
      focus(place + 1);
    } else if (event.key === 'ArrowLeft') {
      event.preventDefault();
      focus(place - 1);
    } else if (event.key === 'ArrowRight') {
      event.preventDefault();
      focus(place + 1);
    }
  };

  const pasted = (place: number, event: ClipboardEvent) => {
    event.preventDefault();
    const letters = pastedCharacters(event.clipboardData.getData('text'));
    if (letters.length > 0) write(letters.length >= CODE_LENGTH ? 0 : place, letters);
  };

  return (
    <fieldset className="grid gap-2" disabled={disabled} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-2 font-medium text-sm">{label}</legend>
      <div className="flex gap-2">
        {filled.map((letter, place) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box has no other key than its index.
            key={place}
            ref={(box) => {
              boxes.current[place] = box;
            }}
            aria-label={`Character ${place + 1} of ${CODE_LENGTH}`}
            aria-invalid={error ? true : undefined}
            autoComplete={place === 0 ? 'one-time-code' : 'off'}
            // biome-ignore lint/a11y/noAutofocus: the code is the only input of the page.
            autoFocus={autoFocus && place === 0}
            inputMode="numeric"
            autoCapitalize="none"
            spellCheck={false}
            value={letter}
            onChange={(event) => typed(place, event.target.value)}
            onKeyDown={(event) => pressed(place, event)}
            onPaste={(event) => pasted(place, event)}
            onFocus={(event) => event.target.select()}
            className="figures h-14 w-full min-w-0 max-w-13 rounded-sm border border-edge bg-sheet text-center text-2xl aria-invalid:border-bad"
          />
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
