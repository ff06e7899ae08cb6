import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './button';

/** Clicks as React does. Returns whether the browser may go on and send the form. */
function press(button: ReturnType<typeof Button>): boolean {
  const { onClick } = button.props as { onClick?: (event: object) => void };
  let mayGoOn = true;
  onClick?.({
    preventDefault: () => {
      mayGoOn = false;
    },
  });
  return mayGoOn;
}

describe('a busy button keeps the focus and ignores clicks', () => {
  it('a busy button keeps the focus, ignores clicks, and sends no form', () => {
    const onClick = vi.fn();
    const busy = Button({ busy: true, type: 'submit', onClick, children: 'Saving…' });
    expect(press(busy)).toBe(false);
    expect(onClick).not.toHaveBeenCalled();
    const html = renderToStaticMarkup(busy);
    expect(html).toContain('aria-disabled="true"');
    expect(html).toContain('aria-busy="true"');
    expect(html).not.toContain(' disabled=""');
  });

  it('a busy button keeps the focus even if the same action disables it', () => {
    const html = renderToStaticMarkup(Button({ busy: true, disabled: true, children: 'Saving…' }));
    expect(html).not.toContain(' disabled=""');
  });

  it('a button with aria-disabled ignores clicks', () => {
    const onClick = vi.fn();
    expect(press(Button({ 'aria-disabled': true, onClick, children: 'Save' }))).toBe(false);
    expect(onClick).not.toHaveBeenCalled();
  });

  it('a button that is not busy runs its click handler', () => {
    const onClick = vi.fn();
    const free = Button({ busy: false, 'aria-disabled': false, onClick, children: 'Save' });
    expect(press(free)).toBe(true);
    expect(onClick).toHaveBeenCalledOnce();
    const html = renderToStaticMarkup(free);
    expect(html).not.toContain('aria-disabled=');
    expect(renderToStaticMarkup(Button({ disabled: true, children: 'Save' }))).toContain(' disabled=""');
  });
});
