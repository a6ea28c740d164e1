import { type Static, Type } from 'typebox'
import { Refusal, isId, timestamp } from '../../kernel/index.ts'
import { type AuditEntry, selectAudit } from '../../audit/index.ts'
import { type RecordedEvent, searchEvents, selectEventsOf } from '../../events/index.ts'
import { maySeeSale } from '../../identity/index.ts'
import { selectPaymentsOf } from '../../payments/index.ts'
import { selectPolicy, selectPolicyVersions } from '../../policies/index.ts'
import { callerOf } from '../access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/examples/ids.ts'
import { flag, named, oneOf, pathId, text, timestampText } from '../wire/schema.ts'
import { addPageLinks, pageParameters, readPage } from './page.ts'
import { paymentSummarySchema, viewPaymentSummary } from './search.ts'

export const eventSchema = Type.Object(
  {
    id: text('The event.'),
    type: text('What happened, for example `policy.issued`.'),
    livemode: flag('True for live, false for test.'),
    subject_id: text('What it happened to.'),
    data: Type.Unsafe<unknown>({ description: 'More about it; never about a person.' }),
    created_at: timestampText('When.'),
  },
  { $id: 'Event', description: 'Something that happened.' },
)
export const auditEntrySchema = Type.Object(
  {
    id: text('The entry.'),
    key_id: text('The key it was done with.'),
    action: text('What was done, for example `product.published`.'),
    subject_id: text('What it was done to.'),
    before: Type.Unsafe<unknown>({ description: 'As it was; null when it is new.' }),
    after: Type.Unsafe<unknown>({ description: 'As it is; null when it is gone.' }),
    created_at: timestampText('When.'),
  },
  { $id: 'AuditEntry', description: 'A change that somebody made.' },
)
export const policyHistorySchema = Type.Object(
  {
    policy_id: text('The policy.'),
    versions: Type.Array(
      Type.Object({
        id: text('The version.'),
        kind: oneOf(['offer', 'cancellation'], 'What made it.'),
        state: oneOf(['processing', 'active', 'superseded', 'failed'], 'Where it stands.'),
        change: Type.Unsafe<unknown>({ description: 'What was ordered.' }),
        created_at: timestampText('When it was ordered.'),
      }),
      { description: 'Oldest first.' },
    ),
    payments: Type.Array(named(paymentSummarySchema), {
      description: 'Oldest first, failed ones included.',
    }),
    events: Type.Array(named(eventSchema), { description: 'Oldest first.' }),
  },
  { $id: 'PolicyHistory', description: 'Everything that happened to a policy.' },
)

export function addHistory(app: App, deps: HttpDeps): void {
  const config = { access: 'manage' } as const
  const tags = ['Management']
  const description = 'Newest first. The header Link leads to the next and previous page.'
  app.get(
    '/manage/policies/:policyId/history',
    {
      config,
      schema: {
        operationId: 'showPolicyHistory',
        summary: 'See what happened to a policy',
        tags,
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        response: { 200: named(policyHistorySchema) },
      },
    },
    async (request) => {
      const { policyId } = request.params
      const policy = isId('tpol', policyId) ? await selectPolicy(deps.db, policyId) : undefined
      if (policy === undefined || !maySeeSale(callerOf(request), policy)) {
        throw new Refusal('not_found', `Policy ${policyId} was not found.`)
      }
      const [versions, payments] = await Promise.all([
        selectPolicyVersions(deps.db, policy.id),
        selectPaymentsOf(deps.db, policy.id),
      ])
      const subjects = [policy.id, ...payments.map((payment) => payment.id)]
      const events = await selectEventsOf(deps.db, subjects)
      return {
        policy_id: policy.id,
        versions: versions.map(({ id, kind, state, change, createdAt }) => ({
          id,
          kind,
          state,
          change,
          created_at: timestamp(createdAt),
        })),
        payments: payments.map(viewPaymentSummary),
        events: events.map(viewEvent),
      }
    },
  )
  app.get(
    '/manage/events',
    {
      config,
      schema: {
        operationId: 'listEvents',
        summary: 'List events',
        description,
        tags,
        querystring: Type.Object({
          ...pageParameters,
          subject_id: Type.Optional(
            Type.String({ description: 'Of this policy, payment or product.' }),
          ),
          type: Type.Optional(Type.String({ description: 'Of this type.' })),
        }),
        response: { 200: Type.Array(named(eventSchema)) },
      },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const page = readPage(request.query)
      const { subject_id: subjectId = null, type = null } = request.query
      const search = { insurerId: caller.account.id, livemode: caller.livemode, subjectId, type }
      const found = await searchEvents(deps.db, search, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewEvent)
    },
  )
  app.get(
    '/manage/audit',
    {
      config,
      schema: {
        operationId: 'listAudit',
        summary: 'See who changed what',
        description,
        tags,
        querystring: Type.Object(pageParameters),
        response: { 200: Type.Array(named(auditEntrySchema)) },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const found = await selectAudit(deps.db, callerOf(request).account.id, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewAuditEntry)
    },
  )
}

function viewEvent(event: RecordedEvent): Static<typeof eventSchema> {
  return {
    id: event.id,
    type: event.type,
    livemode: event.livemode,
    subject_id: event.subjectId,
    data: event.data,
    created_at: timestamp(event.createdAt),
  }
}

function viewAuditEntry(entry: AuditEntry): Static<typeof auditEntrySchema> {
  return {
    id: entry.id,
    key_id: entry.keyId,
    action: entry.action,
    subject_id: entry.subjectId,
    before: entry.before,
    after: entry.after,
    created_at: timestamp(entry.createdAt),
  }
}
