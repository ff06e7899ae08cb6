/**
 * Who may call a route; the OpenAPI document states it as `x-who`. A call without the required token is answered with
 * 401. The module of an object checks the rules about that object (owner, payer, result, organizer). The other rules
 * are checked before the call is read.
 */
export type Who =
  /** Everybody. */
  | 'open'
  /**
   * Readers of a private result: the owner, the members of the group and staff. Others get 404, also without a token.
   */
  | 'result'
  /** Signed-in people, each for the objects of that person. */
  | 'own'
  /** The owner of the object; others get 404. */
  | 'owner'
  /** The person who pays, and admins; others get 404. */
  | 'payer'
  /**
   * The organizer of a group and admins, for some calls also the members. Others get 403, because everybody may know of
   * the group.
   */
  | 'organizer'
  /** Analysts, reviewers and admins; customers get 404. */
  | 'staff'
  /** Reviewers and admins; customers get 404, analysts 403. */
  | 'reviewer'
  /** Admins; customers get 404, other staff 403. */
  | 'admin'
  /** A program with a laboratory key; every person gets 401. */
  | 'labKey';
