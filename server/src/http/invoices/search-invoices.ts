import type { Static } from 'typebox'
import type { Caller } from '../../identity/index.ts'
import { Type } from '../wire/type.ts'
import { dueUntilOf, searchInvoices } from '../../billing/index.ts'
import { invoiceKinds, readInvoiceNumber, selectNumbers } from '../../ledger/index.ts'
import { selectPolicyholders } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { invoicesExample } from './examples.ts'
import { addPageLinks, pageErrors, pageOf, pageParameters, readPage } from '../query/page.ts'
import { filter, given, readSaleFilters, scopeOf, searchSchema } from '../query/sale-filters.ts'
import { viewPolicyholder } from '../wire/policyholder.ts'
import { invoiceStates, listedInvoiceSchema, viewInvoiceSummary } from './invoice.ts'
import { tooLongParameter, wrongParameter } from '../query/reasons.ts'

const overdueDaysMax = 36_500
const daysWanted = `a whole number from 0 to ${overdueDaysMax}`
const numberWanted = 'a number such as 2027-000123, in test mode TEST-2027-000123'
const stateWanted = `one of ${invoiceStates.join(', ')}`
const kindWanted = `one of ${invoiceKinds.join(', ')}`

export const invoiceFilters = {
  id: filter('This id exactly.'),
  policy_id: filter('Of this policy.'),
  product_id: filter('Of this product, by its id or key.'),
  number: filter('This number exactly, such as `2027-000123`.'),
  state: filter(`One of ${invoiceStates.join(', ')}.`),
  kind: filter(`One of ${invoiceKinds.join(', ')}.`),
  overdue_days: filter(
    'Open invoices that are overdue by at least this number of days, counted from today in ' +
      'UTC. `1` finds all overdue invoices.',
  ),
  ...pageParameters,
}

export function addSearchInvoices(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/invoices',
    {
      config: {
        access: 'manage',
        refuses: [
          ...pageErrors,
          tooLongParameter('id', 300),
          wrongParameter.listed({
            label: 'unknown_state',
            when: 'The state is unknown.',
            example: ['state', stateWanted],
          }),
          wrongParameter.listed({
            label: 'unknown_kind',
            when: 'The kind is unknown.',
            example: ['kind', kindWanted],
          }),
          wrongParameter.listed({
            label: 'no_number',
            when: '`number` is not an invoice number of this mode.',
            example: ['number', numberWanted],
          }),
          wrongParameter.listed({
            label: 'no_days',
            when: '`overdue_days` is not a number of days.',
            example: ['overdue_days', daysWanted],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchInvoices', 'Search invoices', invoiceFilters),
        response: {
          200: pageOf(listedInvoiceSchema, 'A page of invoices.', invoicesExample),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const caller = callerOf(request)
      const page = readPage(query)
      const { overdueDays, ...asked } = await readInvoiceFilters(deps.db, caller, query)
      const dueUntil = dueUntilOf(overdueDays, deps.clock())
      const filters = { ...scopeOf(caller), ...asked, dueUntil }
      const found = await searchInvoices(deps.db, filters, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      const ids = found.rows.map(({ id }) => id)
      const policyIds = found.rows.map(({ policyId }) => policyId)
      const [numbers, holders] = await Promise.all([
        selectNumbers(deps.db, ids),
        selectPolicyholders(deps.db, policyIds, deps.clock()),
      ])
      return found.rows.map((invoice) => ({
        ...viewInvoiceSummary(invoice, numbers.get(invoice.id)),
        ...viewPolicyholder(holders.get(invoice.policyId)),
      }))
    },
  )
}

const invoiceQuery = Type.Object(invoiceFilters)

/** What a query asks for, in words of the search. */
export async function readInvoiceFilters(
  db: HttpDeps['db'],
  caller: Caller,
  query: Static<typeof invoiceQuery>,
) {
  const { product_id } = query
  const asked = product_id === undefined ? {} : { product_id }
  const { productId } = await readSaleFilters(db, caller, asked)
  return {
    productId,
    id: given(query.id),
    policyId: given(query.policy_id),
    number: read('number', query.number, numberWanted, (text) =>
      readInvoiceNumber(text, caller.livemode),
    ),
    state: read('state', query.state, stateWanted, oneAmong(invoiceStates)),
    kind: read('kind', query.kind, kindWanted, oneAmong(invoiceKinds)),
    // Counted from the day on which somebody looks.
    overdueDays: read('overdue_days', query.overdue_days, daysWanted, readDays),
  }
}

/** An empty filter is none. */
function read<Value>(
  name: string,
  text: string | undefined,
  wanted: string,
  readText: (text: string) => Value | null,
): Value | null {
  const written = given(text)
  if (written === null) return null
  const value = readText(written)
  if (value === null) throw wrongParameter(name, wanted)
  return value
}

function oneAmong<Word extends string>(words: readonly Word[]) {
  return (text: string) => words.find((word) => word === text) ?? null
}

function readDays(text: string): number | null {
  const days = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
  return days <= overdueDaysMax ? days : null
}
