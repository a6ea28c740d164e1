import type { Static } from 'typebox'
import { offerDocuments } from '../../documents/index.ts'
import { selectAccount } from '../../identity/index.ts'
import { type Invoice, invoiceKinds } from '../../ledger/index.ts'
import type { PaymentLink } from '../../payments/index.ts'
import { handoverDocuments } from '../../products/index.ts'
import { openTokens } from '../../sales/index.ts'
import type { HttpDeps } from '../deps.ts'
import { handoverOfOfferSchema, viewHandoverOfOffer } from '../handover/handover.ts'
import { readHandover } from '../handover/read-handover.ts'
import { createPaymentBody, createdPaymentSchema, voidPaymentBody } from '../payments/payment.ts'
import { viewCreatedPayment } from '../payments/view-payment.ts'
import { ids } from '../wire/example-ids.ts'
import { amount, flag, named, oneOf, pathId, text, textOrNull } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { payByLinkExample, paymentLinkExample } from './examples.ts'

export const linkAddress = Type.Object({ policyId: pathId('The policy or offer.', ids.policy) })

const { provider, method, provider_options } = createPaymentBody.properties
const { token } = voidPaymentBody.properties

export const payByLinkBody = Type.Object(
  { token, provider, method, provider_options },
  {
    $id: 'PayByLink',
    description: 'The token of the link, and the payment method.',
    examples: [payByLinkExample],
  },
)

const dayOrNull = (description: string) => textOrNull(`${description} A day, or null.`)

export const paymentLinkSchema = Type.Object(
  {
    object: Type.Literal('payment_link', { description: 'Always `payment_link`.' }),
    livemode: flag('True for live, false for test.'),
    insurer_name: text('The insurer, who is paid.'),
    product_name: text('The product, in the language of the policy.'),
    policy_number: text('The number of the policy or offer.'),
    language: text('The language of the policy.'),
    kind: oneOf(invoiceKinds, 'The kind of invoice; `sale` also for an offer.'),
    status: oneOf(
      ['open', 'pending', 'paid', 'closed'],
      '`open`: to be paid by one of `methods`. `pending`: a payment is under way; with a ' +
        '`next_action` it waits for the customer. `paid`: nothing is left to pay. `closed`: it is ' +
        'no longer to be paid.',
    ),
    amount: amount('The amount to pay; the total once it is paid.'),
    currency: text('ISO 4217, in lower case.'),
    due_date: dayOrNull('When an invoice is due.'),
    first_day: dayOrNull('The first day of the period that an invoice is for.'),
    last_day: dayOrNull('The last day of that period.'),
    methods: Type.Array(
      Type.Object({
        provider: text('The payment provider.'),
        method: text('The payment method.'),
      }),
      { description: 'The methods by which it can be paid; empty unless it is `open`.' },
    ),
    payment: Type.Optional(named(createdPaymentSchema)),
    is_voidable: flag('Whether the payment that is under way can be voided for another method.'),
    handover: Type.Optional(named(handoverOfOfferSchema)),
  },
  {
    $id: 'PaymentLink',
    description:
      'What the holder of a payment link sees. `handover` is there for an open offer whose product ' +
      'hands documents over before the contract, which its payment concludes.',
    examples: [paymentLinkExample],
  },
)

export async function viewPaymentLink(
  deps: HttpDeps,
  link: PaymentLink,
): Promise<Static<typeof paymentLinkSchema>> {
  const { policy, invoice, status, amount: due, methods, payment, isVoidable } = link
  const [insurer, version] = await Promise.all([
    selectAccount(deps.db, policy.insurerId),
    deps.catalogue.version(policy.productVersionId),
  ])
  if (insurer === undefined || version === undefined) throw new Error(`${policy.id} is of nobody`)
  const { names, name } = version.definition
  return {
    object: 'payment_link',
    livemode: policy.livemode,
    insurer_name: insurer.name,
    product_name: names?.[policy.language] ?? name,
    policy_number: policy.insurerPolicyId,
    language: policy.language,
    kind: invoice?.kind ?? 'sale',
    status,
    amount: due,
    currency: policy.currency,
    due_date: invoice?.dueDay.toString() ?? null,
    ...periodOf(invoice),
    methods: methods.map((one) => ({ provider: one.provider, method: one.method })),
    ...(payment !== null && { payment: await viewCreatedPayment(payment, deps) }),
    is_voidable: isVoidable,
    ...(await handoverOf(deps, link)),
  }
}

/** The documents that the customer receives before a payment that concludes a contract. */
async function handoverOf(deps: HttpDeps, { policy, invoice, status }: PaymentLink) {
  if (invoice !== null || status !== 'open') return {}
  const handed = await readHandover(deps, policy)
  if (handoverDocuments(handed.definition).length === 0) return {}
  const [documents, { asset }] = await Promise.all([
    offerDocuments(deps, policy),
    openTokens(deps, policy.id),
  ])
  return { handover: viewHandoverOfOffer(policy, handed, documents, asset, deps.links) }
}

function periodOf(invoice: Invoice | null) {
  const lines = invoice?.lines ?? []
  const periods = lines.flatMap((line) => (line.kind === 'period' ? [line] : []))
  const first = periods.map((line) => line.first_day).toSorted()
  const last = periods.map((line) => line.last_day).toSorted()
  return { first_day: first[0] ?? null, last_day: last.at(-1) ?? null }
}
