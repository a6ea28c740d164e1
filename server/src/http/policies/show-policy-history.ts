import { Type } from '../wire/type.ts'
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
import { masksFor } from '../masks/mask-answers.ts'
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
        kind: oneOf(versionKinds, 'The transaction that created the version.'),
        state: oneOf(
          ['processing', 'proposed', 'active', 'superseded', 'preempted', 'lapsed', 'failed'],
          'The status of the version.',
        ),
        details: Type.Unsafe<unknown>({ description: 'The details of the request.' }),
        summary: textOrNull(
          'A sentence about its effect: in the language of the caller if that is English, ' +
            'German, French or Italian, otherwise in English. Null if it has had no effect.',
        ),
        created_at: timestampText('When the transaction was requested.'),
      }),
      { description: 'Oldest first.' },
    ),
    payments: Type.Array(named(paymentSummarySchema), {
      description: 'Oldest first, failed ones included.',
    }),
    documents: Type.Array(
      Type.Object({
        designation: text('The designation of the document.'),
        occasion: oneOf(documentOccasions, 'The occasion of the document.'),
        version_id: textOrNull(
          'The version of the policy that the document belongs to; null for a document of ' +
            'an invoice.',
        ),
        invoice_id: textOrNull(
          'The invoice or credit note that the document shows; null for other documents.',
        ),
        name: text('The name of the document, in its language.'),
        language: text('The language of the document.'),
        content_hash: text('SHA-256 of the document, which never changes.'),
        made_at: timestampText('When the document was created.'),
      }),
      { description: 'The documents created so far, oldest first.' },
    ),
    events: Type.Array(named(eventSchema), { description: 'Oldest first.' }),
  },
  {
    $id: 'PolicyHistory',
    description: 'The history of a policy.',
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
        summary: 'View the history of a policy',
        description:
          'The versions, payments (failed ones included), documents and events of a ' +
          'policy. At most the newest 3,000 events.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        response: { 200: named(policyHistorySchema) },
      },
    },
    async (request) => {
      const { policyId } = request.params
      const caller = callerOf(request)
      const policy = await findPolicy(deps.db, caller, policyId, deps.clock())
      const marks = await masksFor(deps, caller, policy)
      const [transactions, payments, documents, events] = await Promise.all([
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
        versions: transactions.map((transaction) => ({
          id: transaction.version.id,
          kind: transaction.version.kind,
          state: transaction.version.state,
          details: transaction.version.details,
          summary: describeTransaction(transaction, policy.currency, language, marks),
          created_at: timestamp(transaction.version.createdAt),
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
