import { type Static, Type } from 'typebox'
import { timestamp } from '../../kernel/index.ts'
import { type AuditEntry, selectAudit } from '../../audit/index.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { text, timestampText } from '../wire/schema.ts'
import { auditExample } from './examples.ts'
import { addPageLinks, pageOf, pageParameters, readPage, pageErrors } from '../query/page.ts'

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

export function addListAudit(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/audit',
    {
      config: { access: 'manage', refuses: pageErrors },
      schema: {
        operationId: 'listAudit',
        summary: 'See who changed what',
        description:
          'Changes made with this API and, in the mode of the key, cancellations of policies, those ' +
          'of distributors too. Newest first, each with the key it was made with. The header ' +
          '`Link` leads to the next and previous page.',
        tags: ['Management'],
        querystring: Type.Object({
          ...pageParameters,
          subject_id: Type.Optional(
            Type.String({ description: 'Done to this product, policy, key or other.' }),
          ),
        }),
        response: {
          200: pageOf(auditEntrySchema, 'A page of changes.', auditExample),
        },
      },
    },
    async (request, reply) => {
      const page = readPage(request.query)
      const { account, livemode } = callerOf(request)
      const { subject_id: subjectId = null } = request.query
      const search = { accountId: account.id, livemode, subjectId }
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
    action: entry.action,
    subject_id: entry.subjectId,
    before: entry.before,
    after: entry.after,
    created_at: timestamp(entry.createdAt),
  }
}
