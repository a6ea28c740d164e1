import type { Static } from 'typebox'
import { Type } from '../wire/type.ts'
import { timestamp } from '../../kernel/index.ts'
import { type AuditEntry, selectAudit } from '../../audit/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { text, textOrNull, timestampText } from '../wire/schema.ts'
import { auditExample } from './examples.ts'
import { addPageLinks, pageOf, pageParameters, readPage, pageErrors } from '../query/page.ts'

export const auditEntrySchema = Type.Object(
  {
    id: text('The entry.'),
    key_id: textOrNull('The key that made the change; null if a person made it.'),
    user_id: textOrNull('The person who made the change; null if a key made it.'),
    session_id: textOrNull('The session or personal token of the person.'),
    address: textOrNull('The network address of the request.'),
    request_id: textOrNull('The `X-Request-Id` of the request.'),
    action: text('The action, for example `product.published`.'),
    subject_id: text('The id of the changed resource.'),
    before: Type.Unsafe<unknown>({
      description: 'The state before the change; null if the resource is new.',
    }),
    after: Type.Unsafe<unknown>({
      description: 'The state after the change; null if the resource was deleted.',
    }),
    created_at: timestampText('When the change was made.'),
  },
  { $id: 'AuditEntry', description: 'An entry of the audit log.' },
)

export function addListAudit(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/audit',
    {
      config: { access: 'manage', refuses: pageErrors },
      schema: {
        operationId: 'listAudit',
        summary: 'View the audit log',
        description:
          'Changes made with the Management API, and policy cancellations in the mode of ' +
          'the key, including those by distributors. Newest first, each with its key or person. The ' +
          'header `Link` has the next and previous page.',
        tags: ['Management'],
        querystring: Type.Object({
          ...pageParameters,
          subject_id: Type.Optional(
            Type.String({ description: 'Changes to this product, policy, key or other resource.' }),
          ),
          user_id: Type.Optional(Type.String({ description: 'Changes by this person.' })),
        }),
        response: {
          200: pageOf(auditEntrySchema, 'A page of audit entries.', auditExample),
        },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const { account, livemode } = callerOf(request)
      const { subject_id: subjectId = null, user_id: userId = null } = request.query
      const search = { accountId: account.id, livemode, subjectId, userId }
      const found = await selectAudit(deps.db, search, page)
      addPageLinks(request, reply, page, found, deps.publicUrl)
      return found.rows.map(viewAuditEntry)
    },
  )
}

function viewAuditEntry(entry: AuditEntry): Static<typeof auditEntrySchema> {
  return {
    id: entry.id,
    key_id: entry.keyId,
    user_id: entry.userId,
    session_id: entry.sessionId,
    address: entry.address,
    request_id: entry.requestId,
    action: entry.action,
    subject_id: entry.subjectId,
    before: entry.before,
    after: entry.after,
    created_at: timestamp(entry.createdAt),
  }
}
