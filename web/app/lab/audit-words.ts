import type { AuditEntry } from '@vialproof/contract/audit';
import { formatMoney } from '@vialproof/science/money/money';

/** The action 'payment.refund_requested' in words: 'Payment: refund requested'. */
export function actionWords(action: string): string {
  const [kind = '', deed = ''] = action.split('.');
  const said = (word: string) => word.replaceAll('_', ' ');
  const first = said(kind === 'sku' ? 'test' : kind);
  const whole = deed ? `${first}: ${said(deed)}` : first;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

const subjects: Record<string, string> = {
  request: 'Task',
  sku: 'Test',
  user: 'Person',
  payment_event: 'Webhook',
};

/** The kind of the subject of an entry, which stands before the subject's number: 'Task', 'Webhook'. */
export function subjectWords(kind: string): string {
  const said = subjects[kind] ?? kind.replaceAll('_', ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export interface DetailLine {
  name: string;
  /** The value before the change. */
  from?: string;
  value: string;
}

/** The details of an entry, one detail per line. */
export function detailLines(detail: AuditEntry['detail']): DetailLine[] {
  const fields = Object.entries(detail);
  // A transition shows the old and the new status side by side.
  if ('from' in detail && 'to' in detail) {
    const others = Object.fromEntries(fields.filter(([name]) => name !== 'from' && name !== 'to'));
    const step = { name: 'State', from: stateWords(detail.from), value: stateWords(detail.to) };
    return [step, ...detailLines(others)];
  }
  return fields.map(([field, value]) => {
    const name = nameWords(field);
    return isChange(value)
      ? { name, from: valueWords(field, value.from), value: valueWords(field, value.to) }
      : { name, value: valueWords(field, value) };
  });
}

function isChange(value: unknown): value is { from: unknown; to: unknown } {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value;
}

const names: Record<string, string> = {
  base_price_cents: 'Price',
  amount_cents: 'Amount',
  tat_text: 'Turnaround',
  slug: 'Address',
};

function nameWords(field: string): string {
  const said = names[field] ?? field.replace(/_(cents|id)$/, '').replaceAll('_', ' ');
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/** The name of a filter of a list. Rows of the log never say what was typed into it. */
const filterWords = (name: string) => (name === 'q' ? 'search words' : name.replaceAll('_', ' '));

const stateWords = (state: unknown) => valueWords('', state).replaceAll('_', ' ');

function valueWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'number' && field.endsWith('_cents')) return formatMoney(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.map((each) => (field === 'filter' ? filterWords(each) : each)).join('; ') || 'none';
  }
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
