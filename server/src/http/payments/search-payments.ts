import type { Static } from 'typebox'
import type { Caller } from '../../identity/index.ts'
import { Type } from '../wire/type.ts'
import { searchPayments, selectRefundsOf } from '../../payments/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { paymentsExample } from './examples.ts'
import { addPageLinks, pageOf, readPage } from '../query/page.ts'
import {
  customerFilters,
  filter,
  given,
  readCustomerFilters,
  readSaleFilters,
  readStatus,
  saleFilters,
  scopeOf,
  searchSchema,
  customerSearchErrors,
  unknownStatus,
} from '../query/sale-filters.ts'
import { paymentStatuses, paymentSummarySchema, viewPaymentSummary } from './payment-summary.ts'
import { wrongParameter } from '../query/reasons.ts'

const trueOrNot = 'true, or absent'

export const paymentFilters = {
  ...saleFilters,
  ...customerFilters,
  policy_id: filter('Of this policy.'),
  status: filter(`One of ${paymentStatuses.join(', ')}.`),
  in_doubt: filter(
    '`true`: only payments that need manual resolution, for themselves or for one of their ' +
      'refunds. `doubts` says why.',
  ),
}

export function addSearchPayments(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/payments',
    {
      config: {
        access: 'manage',
        refuses: [
          ...customerSearchErrors,
          unknownStatus(paymentStatuses),
          wrongParameter.listed({
            label: 'not_true',
            when: '`in_doubt` has another value than `true`.',
            example: ['in_doubt', trueOrNot],
          }),
        ],
      },
      schema: {
        ...searchSchema('searchPayments', 'Search payments', paymentFilters),
        response: {
          200: pageOf(paymentSummarySchema, 'A page of payments.', paymentsExample),
        },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const caller = callerOf(request)
      const filters = {
        ...(await readPaymentFilters(deps.db, caller, query)),
        ...scopeOf(caller),
      }
      const found = await searchPayments(deps.db, filters, page, deps.clock())
      addPageLinks(request, reply, page, found, deps.publicUrl)
      const refunds = await selectRefundsOf(
        deps.db,
        found.rows.map((payment) => payment.id),
      )
      return found.rows.map((payment) => viewPaymentSummary(payment, refunds))
    },
  )
}

const paymentQuery = Type.Object(paymentFilters)

/** What a query asks for, in words of the search. */
export async function readPaymentFilters(
  db: HttpDeps['db'],
  caller: Caller,
  query: Static<typeof paymentQuery>,
) {
  return {
    ...(await readSaleFilters(db, caller, query)),
    ...readCustomerFilters(caller, query),
    id: given(query.id),
    policyId: given(query.policy_id),
    status: readStatus(query.status, paymentStatuses),
    isInDoubt: readInDoubt(query.in_doubt),
  }
}

function readInDoubt(text: string | undefined): boolean {
  if (given(text) === null) return false
  if (text !== 'true') throw wrongParameter('in_doubt', trueOrNot)
  return true
}
