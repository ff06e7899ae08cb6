import type { Role, User } from '@vialproof/contract/accounts';

/** The page that a user wanted before the sign-in. Null if it is not a path of this site. */
export function safeNext(asked: string | null): string | null {
  if (!asked?.startsWith('/')) return null;
  // The browser's own parser decides, because '//host', '/\host' and hidden tabs would leave the site.
  const base = 'https://this.site';
  const url = URL.parse(asked, base);
  return url?.origin === base ? url.pathname + url.search + url.hash : null;
}

/** The page after a sign-in without a requested page: the laboratory for staff, otherwise the home page. */
export function homeOf({ role }: { role: Role }): string {
  return role === 'customer' ? '/' : '/lab';
}

/** The address of a sign-in page, with the wanted page and more parameters. */
export function withNext(path: string, next: string | null, more: Record<string, string> = {}): string {
  const query = new URLSearchParams(more);
  if (next) query.set('next', next);
  return query.size > 0 ? `${path}?${query}` : path;
}

type Factors = Pick<User, 'passkey' | 'second_factor'>;

/** Whether the session has no rights of staff before the person uses or adds a passkey. */
export const needsPasskey = ({ passkey }: Pick<User, 'passkey'>): boolean =>
  passkey === 'unused' || passkey === 'required';

/** The page where staff get their rights, before the page `next`. Null if they have them. */
export function pageOfRights(user: Factors, next: string): string | null {
  if (needsPasskey(user)) return withNext('/lab/passkey', next);
  return user.second_factor === 'required' ? withNext('/dashboard/profile/second-factor', next) : null;
}

const signInReasons = ['ended', 'page', 'order', 'group', 'again', 'reset', 'secrets', 'hours'] as const;
/** Why a user must sign in. The page shows it. */
export type SignInReason = (typeof signInReasons)[number];

export function isSignInReason(text: string | null): text is SignInReason {
  return signInReasons.some((reason) => reason === text);
}

/** The address of the sign-in page, with the wanted page, the reason and more parameters. */
export function signInAddress(reason: SignInReason, next: string | null, more: Record<string, string> = {}) {
  return `/login?${new URLSearchParams({ ...(next && { next }), why: reason, ...more })}`;
}
