import { describe, expect, test } from 'vitest';
import { StripeRefusal } from './stripe.errors.ts';
import { check, listed, parseForm } from './stripe.form.ts';
import { SessionCreate } from './stripe.params.ts';

describe('bracketed forms', () => {
  test('become a tree', () => {
    const body =
      'mode=payment&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&expand[]=a&expand[]=b';
    expect(JSON.parse(JSON.stringify(parseForm(body)))).toEqual({
      mode: 'payment',
      line_items: { 0: { quantity: '1', price_data: { currency: 'usd' } } },
      expand: { 0: 'a', 1: 'b' },
    });
  });

  test('names that are dangerous elsewhere are only names', () => {
    const tree = parseForm('__proto__[polluted]=1&constructor[prototype][x]=2');
    expect(Object.keys(tree)).toEqual(['__proto__', 'constructor']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test.each(['a=1&a[b]=2', 'a[b]=1&a=2', 'a[b=1', '[a]b=1', 'a[1][2][3][4][5][6][7]=1', '=1'])(
    '%s is refused',
    (body) => {
      expect(() => parseForm(body)).toThrow(StripeRefusal);
    },
  );

  test('lists keep their order', () => {
    expect(listed({ 10: 'c', 0: 'a', 2: 'b' })).toEqual(['a', 'b', 'c']);
    expect(listed({ x: 1 })).toEqual({ x: 1 });
  });
});

const whole = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '30000',
  'line_items[0][price_data][product_data][name]': 'Retatrutide',
  success_url: 'http://localhost/done',
};

test.each<[string, Record<string, string | undefined>, string, string | undefined]>([
  ['nothing is missing', { mode: undefined }, 'mode', 'parameter_missing'],
  [
    'deep names count',
    { 'line_items[0][quantity]': undefined },
    'line_items[0][quantity]',
    'parameter_missing',
  ],
  ['unknown names are told', { ui_mode: 'hosted' }, 'ui_mode', 'parameter_unknown'],
  [
    'numbers are whole',
    { 'line_items[0][price_data][unit_amount]': '3.5' },
    'line_items[0][price_data][unit_amount]',
    undefined,
  ],
  ['addresses are addresses', { success_url: 'nowhere' }, 'success_url', undefined],
])('%s', (_, change, param, code) => {
  const fields = Object.entries({ ...whole, ...change }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  const tree = parseForm(new URLSearchParams(fields).toString());
  const refused = (() => {
    try {
      return check(SessionCreate, tree);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(StripeRefusal);
  expect((refused as StripeRefusal).body).toMatchObject({
    type: 'invalid_request_error',
    param,
    ...(code ? { code } : {}),
  });
});
