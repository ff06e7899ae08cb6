import type { PublicConfig } from '@vialproof/contract/config';

/** The configuration in tests of pages: ten per cent off for public tests, both payment methods. */
export const CONFIG: PublicConfig = {
  public_discount_percent: 10,
  currency: 'usd',
  brand: {
    name: 'Vialproof',
    lab_name: 'Example Laboratory',
    lab_address: '1 Example Street, Example Town',
    url: 'https://vialproof.example',
  },
  links: { pepchat: 'https://pepchat.example', discord: 'https://discord.example' },
  payment_methods: ['stripe', 'coinbase'],
  sign_in_providers: [],
  test_mode: true,
  group_shipping_max_cents: 20_000,
  group_vial_max_cents: 100_000,
  payout_wait_days: 14,
  report_contact: null,
  showcase_week_cents: 5_000,
  showcase_places: 4,
};
