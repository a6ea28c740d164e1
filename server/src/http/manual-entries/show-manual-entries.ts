import { readRefusalAlone } from '../../approvals/index.ts'
import {
  actOfKind,
  nothingCharged,
  refusalOfReversal,
  selectManualEntries,
} from '../../billing/index.ts'
import { selectBalances, selectInvoicesOf } from '../../ledger/index.ts'
import { noCredit } from '../../payments/index.ts'
import { findPolicy, policyNotFound } from '../../policies/index.ts'
import { callerOf } from '../access/access.ts'
import { viewAllowed } from '../access/allowed.ts'
import type { App, HttpDeps } from '../deps.ts'
import { ids } from '../wire/example-ids.ts'
import { named, pathId } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { manualEntriesSchema, viewManualEntry } from './manual-entry.ts'

export function addShowManualEntries(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/policies/:policyId/manual_entries',
    {
      config: { access: 'manage', refuses: [policyNotFound] },
      schema: {
        operationId: 'showManualEntries',
        summary: 'View the manual entries of a policy',
        description: 'All goodwill, fees and corrections that people entered, and their reversals.',
        tags: ['Management'],
        params: Type.Object({ policyId: pathId('The policy.', ids.policy) }),
        response: { 200: named(manualEntriesSchema) },
      },
    },
    async (request) => {
      const { db, clock } = deps
      const policy = await findPolicy(db, callerOf(request), request.params.policyId, clock())
      const [entries, invoices, balances, alone] = await Promise.all([
        selectManualEntries(db, policy.id),
        selectInvoicesOf(db, policy.id),
        selectBalances(db, policy.id),
        readRefusalAlone(db, callerOf(request)),
      ])
      const known = { entries, invoices, credit: balances?.credit ?? 0 }
      const noMoney = balances === undefined ? nothingCharged(policy.id) : null
      return {
        policy_id: policy.id,
        entries: entries.map((entry) => {
          const { id, kind, currency } = entry
          const money = { amount: Math.abs(entry.amount), currency }
          const refusal = refusalOfReversal(entry, known) ?? alone({ kind: actOfKind[kind], money })
          return {
            ...viewManualEntry(entry),
            reversed_by: entries.find(({ reverses }) => reverses === id)?.id ?? null,
            allowed: viewAllowed(request, { reverse: ['reverseManualEntry', refusal] }, policy),
          }
        }),
        allowed: viewAllowed(
          request,
          {
            enter: ['enterMoney', noMoney],
            pay_out: ['payOutCredit', known.credit === 0 ? noCredit(policy.id) : null],
          },
          policy,
        ),
      }
    },
  )
}
