import { type Static, type TProperties, Type } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { type Payment, searchPayments } from '../../payments/index.ts'
import {
  type PolicyStatus,
  type PolicySummary,
  searchPolicies,
  statusAt,
} from '../../policies/index.ts'
import { type QuoteSummary, searchQuotes } from '../../quotes/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { amount, flag, named, oneOf, text, textOrNull, timestampText } from '../wire/schema.ts'
import {
  addPageLinks,
  createdParameters,
  pageParameters,
  readCreated,
  readPage,
  wrong,
} from './page.ts'

const statuses = ['ready', 'accepted', 'paid', 'cancelled', 'expired'] as const
const paymentStatuses = ['pending', 'ok', 'failed'] as const

const saleFields = {
  livemode: flag('True for live, false for test.'),
  product_id: text('The product.'),
  distributor_id: text('Who sold it.'),
  item_id: text('The item.'),
  gross_payment_amount: amount('What the customer pays.'),
  currency: text('A lower-case code.'),
  created_at: timestampText('When it was made.'),
}
export const quoteSummarySchema = Type.Object(
  {
    id: text('The quote, which is not its token.'),
    ...saleFields,
    product_version_id: text('The version it was priced on.'),
    pricing_logic_revision_id: text('The revision it was priced by.'),
    expires_at: timestampText('When its token stops being valid.'),
  },
  { $id: 'QuoteSummary', description: 'A quote in a list.' },
)
export const policySummarySchema = Type.Object(
  {
    id: text('The policy.'),
    version_id: text('Its active version.'),
    insurer_policy_id: text('Its number.'),
    status: oneOf(statuses, 'Where it stands now.'),
    ...saleFields,
    first_name: text("The customer's first name."),
    last_name: text("The customer's last name."),
    email: text("The customer's e-mail address."),
    start_date: text('The first day of cover.'),
    end_date: textOrNull('The last day of cover; null while it is open.'),
  },
  { $id: 'PolicySummary', description: 'An offer or a policy in a list.' },
)
export const paymentSummarySchema = Type.Object(
  {
    id: text('The payment.'),
    policy_id: text('The policy it pays.'),
    distributor_id: text('Who sold it.'),
    livemode: flag('True for live, false for test.'),
    provider: text('The provider.'),
    method: text('The method.'),
    status: oneOf(paymentStatuses, 'Where it stands.'),
    amount: amount('How much.'),
    currency: text('A lower-case code.'),
    created_at: timestampText('When it was started.'),
  },
  { $id: 'PaymentSummary', description: 'A payment in a list.' },
)

const filter = (description: string) => Type.Optional(Type.String({ maxLength: 300, description }))
const saleFilters = {
  id: filter('Exactly this id.'),
  product_id: filter('Of this product.'),
  distributor_id: filter('Sold by this distributor.'),
  ...createdParameters,
  ...pageParameters,
}
const policyFilters = {
  ...saleFilters,
  number: filter('Exactly this policy number.'),
  email: filter('Exactly this e-mail address; case does not count.'),
  name: filter('The beginning of the last name, or a first name and the beginning of the last.'),
  status: filter(`One of ${statuses.join(', ')}.`),
}

/** Search over the whole book, newest first, as fast at ten million policies as at ten. */
export function addSearch(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  const schema = <Filters extends TProperties>(
    operationId: string,
    summary: string,
    filters: Filters,
  ) => ({
    operationId,
    summary,
    description: 'Newest first. The header Link leads to the next and previous page.',
    tags: ['Management'],
    querystring: Type.Object(filters),
  })

  app.get(
    '/manage/quotes',
    {
      config,
      schema: {
        ...schema('searchQuotes', 'Search quotes', saleFilters),
        response: { 200: Type.Array(named(quoteSummarySchema)) },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const found = await searchQuotes(
        deps.db,
        {
          ...sale(request.query),
          ...scope(callerOf(request)),
          id: given(request.query.id),
        },
        page,
      )
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewQuoteSummary)
    },
  )
  for (const kind of ['offers', 'policies'] as const) {
    app.get(
      `/manage/${kind}`,
      {
        config,
        schema: {
          ...schema(
            kind === 'offers' ? 'searchOffers' : 'searchPolicies',
            kind === 'offers' ? 'Search offers that were never paid' : 'Search policies',
            policyFilters,
          ),
          response: { 200: Type.Array(named(policySummarySchema)) },
        },
      },
      async (request, reply) => {
        const { query } = request
        const page = readPage(query)
        const found = await searchPolicies(
          deps.db,
          {
            ...sale(query),
            ...scope(callerOf(request)),
            kind,
            id: given(query.id),
            number: given(query.number),
            email: given(query.email),
            name: given(query.name),
            status: oneOfThese<PolicyStatus>('status', query.status, statuses),
          },
          page,
        )
        addPageLinks(request, reply, page, found, deps.publicUrl)
        return found.rows.map((row) => viewPolicySummary(row, deps.clock()))
      },
    )
  }
  const { product_id: _product, ...paymentFilters } = saleFilters
  app.get(
    '/manage/payments',
    {
      config,
      schema: {
        ...schema('searchPayments', 'Search payments', {
          ...paymentFilters,
          policy_id: filter('Of this policy.'),
          status: filter(`One of ${paymentStatuses.join(', ')}.`),
        }),
        response: { 200: Type.Array(named(paymentSummarySchema)) },
      },
    },
    async (request, reply) => {
      const { query } = request
      const page = readPage(query)
      const found = await searchPayments(
        deps.db,
        {
          ...sale(query),
          ...scope(callerOf(request)),
          id: given(query.id),
          policyId: given(query.policy_id),
          status: oneOfThese('status', query.status, paymentStatuses),
        },
        page,
      )
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewPaymentSummary)
    },
  )
}

function scope(caller: ReturnType<typeof callerOf>) {
  return { insurerId: caller.account.id, livemode: caller.livemode }
}

/** An empty filter is none. */
function given(value: string | undefined): string | null {
  return value === undefined || value === '' ? null : value
}

function sale(query: {
  readonly product_id?: string
  readonly distributor_id?: string
  readonly created_from?: string
  readonly created_until?: string
}) {
  return {
    productId: given(query.product_id),
    distributorId: given(query.distributor_id),
    ...readCreated(query),
  }
}

function oneOfThese<Value extends string>(
  parameter: string,
  text: string | undefined,
  values: readonly Value[],
): Value | null {
  if (text === undefined || text === '') return null
  const value = values.find((one) => one === text)
  if (value === undefined) throw wrong(parameter, `one of ${values.join(', ')}`)
  return value
}

function viewQuoteSummary(quote: QuoteSummary): Static<typeof quoteSummarySchema> {
  return {
    id: quote.id,
    livemode: quote.livemode,
    product_id: quote.productId,
    distributor_id: quote.distributorId,
    item_id: quote.itemId,
    gross_payment_amount: quote.grossPaymentAmount,
    currency: quote.currency,
    created_at: timestamp(quote.createdAt),
    product_version_id: quote.productVersionId,
    pricing_logic_revision_id: quote.pricingRevisionId,
    expires_at: timestamp(quote.expiresAt),
  }
}

function viewPolicySummary(
  policy: PolicySummary,
  now: Temporal.Instant,
): Static<typeof policySummarySchema> {
  return {
    id: policy.id,
    version_id: policy.versionId,
    insurer_policy_id: policy.insurerPolicyId,
    status: statusAt(policy, now),
    livemode: policy.livemode,
    product_id: policy.productId,
    distributor_id: policy.distributorId,
    item_id: policy.itemId,
    gross_payment_amount: policy.grossPaymentAmount,
    currency: policy.currency,
    created_at: timestamp(policy.createdAt),
    first_name: policy.firstName,
    last_name: policy.lastName,
    email: policy.email,
    start_date: policy.startDay.toString(),
    end_date: policy.endDay?.toString() ?? null,
  }
}

export function viewPaymentSummary(payment: Payment): Static<typeof paymentSummarySchema> {
  return {
    id: payment.id,
    policy_id: payment.policyId,
    distributor_id: payment.distributorId,
    livemode: payment.livemode,
    provider: payment.provider,
    method: payment.method,
    status: payment.status,
    amount: payment.amount,
    currency: payment.currency,
    created_at: timestamp(payment.createdAt),
  }
}
