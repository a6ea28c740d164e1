import { Type } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { selectDocuments } from '../../documents/index.ts'
import { selectEventsOf } from '../../events/index.ts'
import { selectPaymentsOf, selectRefundsOf } from '../../payments/index.ts'
import { historyLanguage, describeTransaction } from '../../management/index.ts'
import { findPolicy } from '../../policies/index.ts'
import { readTransactions, versionKinds } from '../../policy-transactions/index.ts'
import { documentOccasions } from '../../products/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { preferredLanguages } from '../headers/preferred-languages.ts'
import { subjectOf } from '../documents/assets.ts'
import { ids } from '../wire/example-ids.ts'
import { named, oneOf, pathId, text, textOrNull, timestampText } from '../wire/schema.ts'
import { eventSchema, viewEvent } from '../events/event.ts'
import { policyHistoryExample } from './summary-examples.ts'
import { unknownPolicy } from './policy-summary.ts'
import { paymentSummarySchema, viewPaymentSummary } from '../payments/payment-summary.ts'

export const policyHistorySchema = Type.Object(
  {
    policy_id: text('The policy.'),
    versions: Type.Array(
      Type.Object({
        id: text('The version.'),
        kind: oneOf(versionKinds, 'What made it.'),
        state: oneOf(
          ['processing', 'proposed', 'active', 'superseded', 'preempted', 'lapsed', 'failed'],
          'Where it stands.',
        ),
        details: Type.Unsafe<unknown>({ description: 'What was requested.' }),
        summary: textOrNull(
          'What it did, in words: in the language of the caller where it is English, German, French ' +
            'or Italian, else in English. Null where it did nothing, or not yet.',
        ),
        created_at: timestampText('When it was ordered.'),
      }),
      { description: 'Oldest first.' },
    ),
    payments: Type.Array(named(paymentSummarySchema), {
      description: 'Oldest first, failed ones included.',
    }),
    documents: Type.Array(
      Type.Object({
        designation: text('Which document it is.'),
        occasion: oneOf(documentOccasions, 'What it was made for.'),
        version_id: textOrNull(
          'The version of the policy that it belongs to; null where that is an invoice.',
        ),
        invoice_id: textOrNull('The invoice or credit note that it is; null for all others.'),
        name: text('How it is called, in its language.'),
        language: text('Its language.'),
        content_hash: text('SHA-256 of its content, which never changes.'),
        made_at: timestampText('When it was made.'),
      }),
      { description: 'The documents made so far, oldest first.' },
    ),
    events: Type.Array(named(eventSchema), { description: 'Oldest first.' }),
  },
  {
    $id: 'PolicyHistory',
    description: 'Everything that happened to a policy.',
    examples: [policyHistoryExample],
  },
)

export function addShowPolicyHistory(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies/:policyId/history',
    {
      config: { access: 'manage', refuses: [unknownPolicy] },
      schema: {
        operationId: 'showPolicyHistory',
        summary: 'See what happened to a policy',
        description:
          'Its versions, its payments, failed ones included, its documents, and its events: of more than ' +
          '3,000 the newest.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        response: { 200: named(policyHistorySchema) },
      },
    },
    async (request) => {
      const { policyId } = request.params
      const policy = await findPolicy(deps.db, callerOf(request), policyId, deps.clock())
      const [orders, payments, documents, events] = await Promise.all([
        readTransactions(deps.db, policy.id),
        selectPaymentsOf(deps.db, policy.id),
        selectDocuments(deps.db, policy.id),
        selectEventsOf(deps.db, policy.id),
      ])
      const language = historyLanguage(preferredLanguages(request))
      const paymentIds = payments.map((payment) => payment.id)
      const refunds = await selectRefundsOf(deps.db, paymentIds)
      return {
        policy_id: policy.id,
        versions: orders.map((order) => ({
          id: order.version.id,
          kind: order.version.kind,
          state: order.version.state,
          details: order.version.details,
          summary: describeTransaction(order, policy.currency, language),
          created_at: timestamp(order.version.createdAt),
        })),
        payments: payments.map((payment) => viewPaymentSummary(payment, refunds)),
        documents: documents.map((document) => ({
          designation: document.designation,
          occasion: document.occasion,
          ...subjectOf(document),
          name: document.name,
          language: document.language,
          content_hash: document.hash,
          made_at: timestamp(document.madeAt),
        })),
        events: events.map(viewEvent),
      }
    },
  )
}
