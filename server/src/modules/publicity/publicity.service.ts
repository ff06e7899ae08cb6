import type { Tx } from '../../platform/database.ts';
import { PAGES_CHANGED } from '../../platform/page-policy.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Catalog } from '../catalog/catalog.service.ts';
import type { Listing } from '../listing/listing.service.ts';

export type Publicity = ReturnType<typeof createPublicity>;

/** What the site shows to everybody: tells every instance when kept pages are out of date. */
export function createPublicity(
  { broadcast }: Platform,
  { catalog, listing }: { catalog: Catalog; listing: Listing },
) {
  const outdate = (tx: Tx) => broadcast.announce(tx, PAGES_CHANGED);
  listing.changed.subscribe(outdate);
  catalog.changed.subscribe(outdate);

  return {
    /** For whatever else public pages show: makes every instance forget its kept pages once `tx` is committed. */
    outdate,
  };
}
