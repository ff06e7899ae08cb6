import type { Page } from '@playwright/test';

/** A button, link or field of a page, marked with the attribute `data-sweep`. */
export type Control = { id: string; name: string; does: 'press' | 'choose' | 'tick' | 'fill' };
/** A control that this test does not use, by its page and its label. */
type Exception = { at: string; name: string };
type Search = { scope: string; used: string[]; exceptions: Exception[] };

/**
 * Runs in the page: returns the first unused control in `scope`, and undefined if all were used. An open dialog comes
 * first. Only the first row of a list counts. A form is sent empty first, and then filled in.
 */
function findNext({ scope, used, exceptions }: Search): Control | undefined {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert]');
  const dialog = [...document.querySelectorAll('dialog[open], [role=dialog]')].filter(isShown).at(-1);
  const kinds = 'button, summary, select, input, textarea, a[href], [role=tab], [role=switch]';
  /** At most this many checkboxes of one list are used. */
  const MOST_TICKS = 3;
  const texts = /^(text|search|email|password|tel|url|number|date|month|datetime-local)$/;

  const doesOf = (element: Element): Control['does'] | undefined => {
    if (element.matches(':disabled')) return undefined;
    if (element instanceof HTMLSelectElement) return element.options.length > 1 ? 'choose' : undefined;
    if (element instanceof HTMLTextAreaElement) return element.readOnly ? undefined : 'fill';
    if (element instanceof HTMLInputElement) {
      if (/^(checkbox|radio)$/.test(element.type)) return 'tick';
      return texts.test(element.type) && !element.readOnly ? 'fill' : undefined;
    }
    if (!(element instanceof HTMLAnchorElement)) return 'press';
    const stays = element.pathname === location.pathname && element.search !== location.search;
    return stays && element.origin === location.origin && !element.download && !element.target
      ? 'press'
      : undefined;
  };
  const nameOf = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
    const words = element.ariaLabel ?? label ?? element.textContent ?? '';
    return words.replace(/[«»]/g, '').replace(/\s+/g, ' ').trim().slice(0, 60);
  };
  /** The path of an element without its position in lists, so that all rows have the same path. */
  const placeOf = (element: Element) => {
    const steps: string[] = [];
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement)
      if (each.localName !== 'font') steps.push(each.localName);
    return steps.join('<');
  };
  const found: { element: Element; control: Control; weight: number }[] = [];
  const places = dialog ? [dialog] : [...document.querySelectorAll(scope)];
  for (const element of places.flatMap((place) => [...place.querySelectorAll(kinds)])) {
    const does = doesOf(element);
    if (!does || !isShown(element)) continue;
    const name = nameOf(element);
    if (
      exceptions.some(({ at, name: words }) => RegExp(at).test(location.pathname) && RegExp(words).test(name))
    )
      continue;
    const place = `${dialog ? 'dialog ' : ''}${does} ${placeOf(element)}`;
    const isOfRow = element.closest('li, tr, article, fieldset, [role=radiogroup]') !== null;
    const before = found.filter(({ control }) => control.id.startsWith(`${place} row`)).length;
    if (isOfRow && does === 'tick' && before >= MOST_TICKS) continue;
    // “Edit BPC-157” and “Edit TB-500” count as one control.
    const row = does === 'tick' ? `row ${before}` : `row ${name.split(' ')[0]?.replace(/\d+/g, '#')}`;
    const id = `${place} ${isOfRow && does !== 'fill' ? row : name}`;
    const isSubmit = element instanceof HTMLButtonElement && element.type === 'submit' && element.form;
    if (isSubmit)
      found.push({ element, control: { id: `${id} empty`, name: `${name} (empty)`, does }, weight: 0 });
    const isClosing = dialog !== undefined && /^(close|cancel|keep .*|no|back|not now|done)$/i.test(name);
    found.push({ element, control: { id, name, does }, weight: isClosing ? 3 : isSubmit ? 2 : 1 });
  }
  found.sort((one, other) => one.weight - other.weight);
  const next = found.find(({ control }) => !used.includes(control.id));
  for (const marked of document.querySelectorAll('[data-sweep]')) marked.removeAttribute('data-sweep');
  next?.element.setAttribute('data-sweep', '');
  return next?.control;
}

export const nextControl = (page: Page, search: Search): Promise<Control | undefined> =>
  page.evaluate(findNext, search);

/** A valid text for a field. A password is wrong on purpose, so that it signs nothing. */
function sampleOf({ type, inputMode, max }: { type: string; inputMode: string; max: string }): string {
  const samples: Record<string, string> = {
    number: '5',
    email: 'someone@example.test',
    password: 'Wrong-pass-1',
    date: max || '2026-03-01',
    month: '2026-03',
    'datetime-local': max || '2026-03-01T12:00',
    url: 'https://example.test/',
    tel: '5551234',
  };
  return samples[type] ?? (/numeric|decimal/.test(inputMode) ? '5' : 'bpc');
}

/** Uses the marked control as a user would. */
export async function useControl(page: Page, { does }: Control): Promise<void> {
  const marked = page.locator('[data-sweep]');
  if (does === 'choose') {
    const values = await marked.evaluate(({ value, options }: HTMLSelectElement) =>
      [...options].filter((each) => !each.disabled && each.value !== value).map((each) => each.value),
    );
    if (values[0] !== undefined) await marked.selectOption(values[0]);
    return;
  }
  if (does === 'fill') {
    const { type, inputMode, max } = await marked.evaluate((field: HTMLInputElement) => ({
      type: field.type,
      inputMode: field.inputMode,
      max: field.max ?? '',
    }));
    await marked.fill(sampleOf({ type, inputMode, max }));
    return;
  }
  // A checkbox may lie under its own label, and a list may move during the click, so the click is forced.
  await marked
    .click({ timeout: 1_500 })
    .catch(() => marked.evaluate((element: HTMLElement) => element.click(), undefined, { timeout: 1_500 }))
    .catch(() => undefined);
}
