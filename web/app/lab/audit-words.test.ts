import { expect, it } from 'vitest';
import { actionWords, detailLines, subjectWords } from './audit-words';

it('the audit log describes each action in words', () => {
  expect(actionWords('payment.refund_requested')).toBe('Payment: refund requested');
  expect(actionWords('sku.brought_back')).toBe('Test: brought back');
  expect(actionWords('system')).toBe('System');
});

it('the audit log describes each read of staff in words, with the used filters', () => {
  expect(actionWords('payment.list_viewed')).toBe('Payment: list viewed');
  expect(actionWords('security_log.viewed')).toBe('Security log: viewed');
  expect(detailLines({ filter: ['status', 'q'] })).toEqual([
    { name: 'Filter', value: 'status; search words' },
  ]);
  expect(detailLines({ found: false })).toEqual([{ name: 'Found', value: 'no' }]);
});

it('the audit log describes the subject of each entry in words', () => {
  expect(subjectWords('payment_event')).toBe('Webhook');
  expect(subjectWords('group_share')).toBe('Group share');
});

it('an entry of the audit log shows old and new values, and amounts as money', () => {
  expect(
    detailLines({ base_price_cents: { from: 30_000, to: 31_050 }, name: { from: 'A', to: '' } }),
  ).toEqual([
    { name: 'Price', from: '$300.00', value: '$310.50' },
    { name: 'Name', from: 'A', value: 'none' },
  ]);
});

it('an entry of the audit log shows both statuses of a change', () => {
  expect(detailLines({ from: 'draft', to: 'paid', note: 'late' })).toEqual([
    { name: 'State', from: 'draft', value: 'paid' },
    { name: 'Note', value: 'late' },
  ]);
  expect(detailLines({ includes_sterility: true, refund_id: 'r1', attempts: 2, more: [1] })).toEqual([
    { name: 'Includes sterility', value: 'yes' },
    { name: 'Refund', value: 'r1' },
    { name: 'Attempts', value: '2' },
    { name: 'More', value: '[1]' },
  ]);
  expect(detailLines({ release: { from: 'everybody', to: ['a', 'b'] }, added: [] })).toEqual([
    { name: 'Release', from: 'everybody', value: 'a; b' },
    { name: 'Added', value: 'none' },
  ]);
  expect(detailLines({})).toEqual([]);
});
