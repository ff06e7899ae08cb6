/**
 * Who may call a route; `x-who` in the OpenAPI document. A call that requires a token is answered 401 without one.
 * Rules about an object (owner, payer, result, organizer) are in the object's module; the others are enforced before
 * the call is read.
 */
export type Who =
  /** Public. */
  | 'open'
  /** A private result: its owner, the members of its group and staff; 404 for others, also without a token. */
  | 'result'
  /** Signed-in people, for their own objects. */
  | 'own'
  /** The owner of the object; 404 for others. */
  | 'owner'
  /** The payer, and admins; 404 for others. */
  | 'payer'
  /** A publicly known group: its organizer and admins, for some calls its members; 403 for others. */
  | 'organizer'
  /** Analysts, reviewers and admins; 404 for customers. */
  | 'staff'
  /** Reviewers and admins; 404 for customers, 403 for analysts. */
  | 'reviewer'
  /** Admins; 404 for customers, 403 for other staff. */
  | 'admin'
  /** A program with a laboratory key; 401 for every person. */
  | 'labKey';
