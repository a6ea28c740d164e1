import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import type { OpenItemTotals } from '../../accounting/index.ts'
import type { Database } from '../../database/index.ts'
import type { Caller } from '../../identity/index.ts'
import {
  type InvoiceNumber,
  type OpenItem,
  type OpenItemSearch,
  invoiceNumber,
  openItemBuckets,
  invoiceKinds,
} from '../../ledger/index.ts'
import type { Policyholder } from '../../policies/index.ts'
import { policyholderFields, viewPolicyholder } from '../wire/policyholder.ts'
import { tooLongParameter } from '../query/reasons.ts'
import { filter, filterLengthMax, given, productIdOf } from '../query/sale-filters.ts'
import { amount, oneOf, text, textOrNull } from '../wire/schema.ts'
import { ledgerOf, dayErrors, dayParameter, readDay } from './report-day.ts'
import { openItemExample, openItemTotalsExample } from './examples.ts'

export const openItemFilters = {
  ...dayParameter,
  policy_id: filter('Of this policy.'),
  product_id: filter('Of this product, by its id or key.'),
}

export const openItemErrors = [...dayErrors, tooLongParameter('policy_id', filterLengthMax)]

const date = (description: string) =>
  Type.Unsafe<string>({ type: 'string', format: 'date', description })

export const openItemSchema = Type.Object(
  {
    invoice_id: text('The invoice.'),
    number: textOrNull('The invoice number; null for a moment after the issue.'),
    policy_id: text('The policy.'),
    ...policyholderFields,
    product_id: text('The product that was sold.'),
    kind: oneOf(invoiceKinds, 'The kind of invoice.'),
    currency: text('ISO 4217, in lower case.'),
    total: amount('The total of the invoice.'),
    open: amount('What was open of it at the end of the day.'),
    issue_date: date('The issue date, in the time zone of the policy.'),
    due_date: date('The due date.'),
    overdue_days: amount('How many days it was overdue; 0 if it was not.'),
    bucket: oneOf(openItemBuckets, 'Its age: `not_due`, or the days by which it was overdue.'),
  },
  {
    $id: 'OpenItem',
    description: 'An invoice that was not paid by a day.',
    examples: [openItemExample],
  },
)

export const openItemTotalsSchema = Type.Object(
  {
    currency: text('ISO 4217, in lower case.'),
    not_due: amount('Open and not overdue.'),
    overdue_1_30: amount('Overdue by 1 to 30 days.'),
    overdue_31_60: amount('Overdue by 31 to 60 days.'),
    overdue_61_90: amount('Overdue by 61 to 90 days.'),
    overdue_over_90: amount('Overdue by more than 90 days.'),
    not_invoiced: amount('Charged, and not requested by an invoice yet.'),
    receivable: amount('The sum of the above: the balance of the account `receivable`.'),
  },
  {
    $id: 'OpenItemTotals',
    description: 'What policyholders owed on a day in one currency, by age.',
    examples: [openItemTotalsExample],
  },
)

export async function readOpenItemFilters(
  db: Database,
  caller: Caller,
  query: { readonly day?: string; readonly policy_id?: string; readonly product_id?: string },
): Promise<OpenItemSearch> {
  return {
    ...ledgerOf(caller),
    day: readDay(query),
    policyId: given(query.policy_id),
    productId: await productIdOf(db, caller, given(query.product_id)),
  }
}

export function viewOpenItem(
  item: OpenItem,
  number: InvoiceNumber | undefined,
  holder: Policyholder | undefined,
): Static<typeof openItemSchema> {
  return {
    invoice_id: item.id,
    number: number === undefined ? null : invoiceNumber(number),
    policy_id: item.policyId,
    ...viewPolicyholder(holder),
    product_id: item.productId,
    kind: item.kind,
    currency: item.currency,
    total: item.total,
    open: item.open,
    issue_date: item.issueDay.toString(),
    due_date: item.dueDay.toString(),
    overdue_days: Math.max(0, item.overdueDays),
    bucket: item.bucket,
  }
}

export function viewOpenItemTotals(totals: OpenItemTotals): Static<typeof openItemTotalsSchema> {
  const { currency, buckets, notInvoiced, receivable } = totals
  return {
    currency,
    not_due: buckets.not_due,
    overdue_1_30: buckets['1_30'],
    overdue_31_60: buckets['31_60'],
    overdue_61_90: buckets['61_90'],
    overdue_over_90: buckets.over_90,
    not_invoiced: notInvoiced,
    receivable,
  }
}
