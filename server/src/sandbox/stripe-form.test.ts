import { describe, expect, test } from 'vitest';
import { StripeRefusal } from './refusals.ts';
import { check, parseForm } from './stripe-form.ts';
import { Nothing, SessionCreate } from './stripe-params.ts';

const whole = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '30000',
  'line_items[0][price_data][product_data][name]': 'Retatrutide',
  success_url: 'http://localhost/done',
};

describe('names in brackets in a form become a tree of values', () => {
  test('a form with brackets in its names becomes a tree', () => {
    const body =
      'mode=payment&line_items[0][quantity]=1&line_items[0][price_data][currency]=usd&expand[]=a&expand[]=b';
    expect(JSON.parse(JSON.stringify(parseForm(body)))).toEqual({
      mode: 'payment',
      line_items: [{ quantity: '1', price_data: { currency: 'usd' } }],
      expand: ['a', 'b'],
    });
  });

  test('names that could change JavaScript objects have no effect', () => {
    const tree = parseForm(
      '__proto__[polluted]=1&constructor[prototype][x]=2&line_items[__proto__][polluted]=1',
    );
    expect(Object.getPrototypeOf(tree)).toBeNull();
    for (const object of [{}, tree, tree.line_items]) {
      expect((object as Record<string, unknown>).polluted).toBeUndefined();
    }
    expect(() => check(Nothing, tree)).toThrow(StripeRefusal);
  });

  test.each([
    'mode=1&mode[b]=2',
    'mode[b]=1&mode=2',
    'mode[b=1',
    '[mode]b=1',
    'line_items[1][2][3][4][5][6][7]=1',
  ])('the form %s is refused', (body) => {
    expect(() => check(SessionCreate, parseForm(`${new URLSearchParams(whole)}&${body}`))).toThrow(
      StripeRefusal,
    );
  });

  test('security 6: a form with a hundred parameters is read, and one with more is refused', () => {
    const many = (count: number) => Array.from({ length: count }, () => 'a[]=1').join('&');
    expect(parseForm(many(100)).a).toHaveLength(100);
    expect(() => parseForm(many(101))).toThrow(StripeRefusal);
    // The parser once needed a time that grew with the square of the length: half a minute for this form.
    expect(() => parseForm(many(30_000))).toThrow(StripeRefusal);
    expect(() => parseForm('a[100]=1')).toThrow(StripeRefusal);
  });

  test('lists in a form keep their order', () => {
    const numbered = parseForm('expand[10]=c&expand[0]=a&expand[2]=b');
    expect(check(Nothing, numbered)).toEqual({ expand: ['a', 'b', 'c'] });
  });
});

test.each<[string, Record<string, string | undefined>, string, string | undefined]>([
  ['nothing is missing', { mode: undefined }, 'mode', 'parameter_missing'],
  [
    'deep names count',
    { 'line_items[0][quantity]': undefined },
    'line_items[0][quantity]',
    'parameter_missing',
  ],
  ['unknown names are refused', { ui_mode: 'hosted' }, 'ui_mode', 'parameter_unknown'],
  [
    'numbers must be whole',
    { 'line_items[0][price_data][unit_amount]': '3.5' },
    'line_items[0][price_data][unit_amount]',
    undefined,
  ],
  ['addresses must be valid', { success_url: 'nowhere' }, 'success_url', undefined],
])('the card sandbox refuses a wrong form: %s', (_, change, param, code) => {
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
  expect((refused as StripeRefusal).answer).toMatchObject({
    error: { type: 'invalid_request_error', param, ...(code ? { code } : {}) },
  });
});
