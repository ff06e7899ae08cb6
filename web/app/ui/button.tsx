import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { ScriptedButton } from './scripted-button';
import { Spinner } from './spinner';

type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'small' | 'medium' | 'large';

interface Look {
  variant?: Variant | undefined;
  size?: Size | undefined;
  /** As wide as the space around it. */
  wide?: boolean | undefined;
  icon?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

type LinkButton = Look & { to: string; external?: boolean; onClick?: () => void };
type PushButton = Look & { busy?: boolean } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, keyof Look>;

const variants: Record<Variant, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'border-edge text-ink hover:border-accent hover:text-accent bg-transparent',
  quiet: 'border-transparent text-accent hover:bg-accent-soft',
  danger: 'border-bad text-bad hover:bg-bad-soft',
};

const sizes: Record<Size, string> = {
  small: 'min-h-9 px-3 text-sm',
  medium: 'min-h-11 px-5 text-[0.9375rem]',
  large: 'min-h-13 px-7 text-base',
};

export function buttonClass({
  variant = 'primary',
  size = 'medium',
  wide = false,
  className = '',
}: Partial<Look>): string {
  return [
    'inline-flex items-center justify-center gap-2 rounded-sm border text-center font-medium leading-tight',
    'transition-colors disabled:pointer-events-none disabled:opacity-45',
    'aria-disabled:cursor-default aria-disabled:opacity-45',
    variants[variant],
    sizes[size],
    wide ? 'w-full' : '',
    className,
  ].join(' ');
}

// The click would submit the form.
const ignore = (event: MouseEvent) => event.preventDefault();

/**
 * A button. With `to` it is a link that looks like one. `busy` shows a spinner. While busy, and with `aria-disabled`,
 * it ignores clicks and keeps the focus (`disabled` would lose it). A button with only a click handler is disabled
 * until React has started. The label has its own element, because a translating browser moves bare text and React then
 * fails.
 */
export function Button({
  variant,
  size,
  wide,
  icon,
  className,
  children,
  ...props
}: LinkButton | PushButton) {
  const look = buttonClass({ variant, size, wide, className });
  if ('to' in props) {
    const { to, external, onClick } = props;
    const content = (
      <>
        {icon}
        <span className="contents">{children}</span>
      </>
    );
    return external ? (
      <a href={to} className={look} rel="noreferrer" onClick={onClick}>
        {content}
      </a>
    ) : (
      <Link to={to} className={look} onClick={onClick}>
        {content}
      </Link>
    );
  }
  const { busy = false, disabled, type = 'button', onClick, 'aria-disabled': idle, ...rest } = props;
  const isDeaf = busy || idle === true || idle === 'true';
  const Element = type === 'button' && onClick && !rest.popoverTarget ? ScriptedButton : 'button';
  return (
    <Element
      {...rest}
      type={type}
      disabled={disabled && !busy}
      aria-disabled={isDeaf || undefined}
      aria-busy={busy || undefined}
      onClick={isDeaf ? ignore : onClick}
      className={look}
    >
      {busy ? <Spinner /> : icon}
      <span className="contents">{children}</span>
    </Element>
  );
}
