/**
 * Who may call a route, called `x-who` in the OpenAPI document. A call without the needed token gets
 * 401. The module checks the rules about the object, such as its owner; the other rules are checked before the call is
 *      read.
 */
export type Who =
  /** Everybody. */
  | 'open'
  /**
   * Readers of a private result: the owner, the members of the group and staff. Others get 404, also without a token.
   */
  | 'result'
  /** Each signed-in person, for own objects. */
  | 'own'
  /** The owner of the object; others get 404. */
  | 'owner'
  /** The person who pays, and admins; others get 404. */
  | 'payer'
  /** The organizer of a group, and admins. Others get 403, because everybody may know that the group exists. */
  | 'organizer'
  /** Analysts, reviewers and admins; customers get 404. */
  | 'staff'
  /** Reviewers and admins; customers get 404, analysts 403. */
  | 'reviewer'
  /** Admins; customers get 404, other staff 403. */
  | 'admin'
  /** A program with a laboratory key; every person gets 401. */
  | 'labKey';

/**
 * Whose session must have been confirmed within the last ten minutes by a password, a second factor, a passkey or
 * the sign-in itself, called `x-step-up` in the OpenAPI document. Otherwise the call gets 403 `step_up_required`.
 */
export type StepUp =
  /** Everybody who may call the route. */
  | 'everybody'
  /** Admins only, because other people call the route for their own objects. */
  | 'admins';

/**
 * The action that the audit log records when staff read the data of other people with this route, called `x-audited` in
 * the OpenAPI document. Its first part is the kind of the object that the address names by `{id}`. A list has no
 * object. Then the subject is the reader, and the detail names the used filters.
 */
export type Audited = `${string}.${string}viewed` | 'request.scanned' | `request.${string}_downloaded`;
