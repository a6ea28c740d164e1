import { Type } from '../../wire/type.ts'
import { invalidData, parseDay, todayIn } from '../../../kernel/index.ts'
import { readAccount } from '../../../billing/index.ts'
import { momentOf } from '../../../deadlines/index.ts'
import { documentsOfInvoices } from '../../../documents/index.ts'
import { findPolicy, policyNotFound } from '../../../policies/index.ts'
import { openTokens } from '../../../sales/index.ts'
import { callerOf } from '../../access/access.ts'
import type { App, HttpDeps } from '../../deps.ts'
import { invalidMember } from '../../reasons.ts'
import { accountSchema, viewAccount } from './account.ts'
import { ids } from '../../wire/example-ids.ts'
import { named, pathId } from '../../wire/schema.ts'

const notADay = { code: 'invalid_value', field: 'on', rules: ['iso_date'] } as const

export function addShowAccount(app: App, deps: HttpDeps): void {
  app.get(
    '/policies/:policyId/account',
    {
      config: {
        access: 'secret',
        version: 2,
        refuses: [policyNotFound, invalidMember('`on` is not a valid date.', notADay)],
      },
      schema: {
        operationId: 'showAccount',
        summary: 'View the account statement of a policy',
        description:
          'Charges, invoices, payments, refunds and write-offs, oldest first, with the ' +
          'balance after each: as of today, or as of another day.',
        tags: ['Policies'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        querystring: Type.Object({
          on: Type.Optional(
            Type.String({
              maxLength: 100,
              description: 'The last day of the statement, such as `2029-03-01`; today by default.',
            }),
          ),
        }),
        response: { 200: named(accountSchema) },
      },
    },
    async (request) => {
      const { policyId } = request.params
      const policy = await findPolicy(deps.db, callerOf(request), policyId, deps.clock())
      const { now } = await momentOf(deps.db, deps.clock, policy)
      const on = readDay(request.query.on) ?? todayIn(policy.timeZone, now)
      const account = await readAccount(deps.db, policy, on)
      const invoices = account.entries.flatMap(({ kind, invoice }) =>
        invoice !== undefined && kind !== 'write_off' ? [invoice] : [],
      )
      const [documents, tokens] = await Promise.all([
        documentsOfInvoices(deps, policy, invoices),
        openTokens(deps, policy.id),
      ])
      return viewAccount(policy, on, account, (id) => {
        const document = documents.get(id)
        return document === undefined ? null : deps.links.document(document, tokens.asset).href
      })
    },
  )
}

function readDay(text: string | undefined): Temporal.PlainDate | null {
  if (text === undefined) return null
  const day = parseDay(text)
  if (day === null) throw invalidData([notADay], null)
  return day
}
