import type { PublicConfig } from '@vialproof/contract/config';
import type { Platform } from '../platform.ts';

/** Settings of this installation that pages need. */
export function presentConfig({ config, publicUrl }: Platform): PublicConfig {
  return {
    public_discount_percent: config.publicDiscountPercent,
    currency: 'usd',
    brand: {
      name: config.brandName,
      lab_name: config.lab.name,
      lab_address: config.lab.address,
      url: publicUrl(),
    },
    links: config.links,
    payment_methods: config.paymentMethods,
    sign_in_providers: (['google', 'discord'] as const).filter((name) => config.signInProviders[name]),
    test_mode: config.testMode,
    group_shipping_max_cents: config.groups.shippingMaxCents,
    group_vial_max_cents: config.groups.vialMaxCents,
    payout_wait_days: config.groups.payoutWaitDays,
    report_contact: config.securityContact ?? null,
    showcase_week_cents: config.showcase.weekCents,
    showcase_places: config.showcase.places,
  };
}

/** The public name and address of this installation. */
export type SiteIdentity = { url: string; brand: string; labName: string };

export const siteIdentity = ({ config, publicUrl }: Platform): SiteIdentity => ({
  url: publicUrl(),
  brand: config.brandName,
  labName: config.lab.name,
});
