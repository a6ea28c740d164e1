import { balanceProviders, selectReconciliations, selectTotals } from '../../payments/index.ts'
import { ledgerOf } from '../accounting/report-day.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named } from '../wire/schema.ts'
import { Type } from '../wire/type.ts'
import { reconciliationAccountExample } from './examples.ts'
import { reconciliationAccountSchema, viewAccount } from './reconciliation.ts'

export function addListReconciliationAccounts(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/reconciliation/accounts',
    {
      config: { access: 'manage' },
      schema: {
        operationId: 'listReconciliationAccounts',
        summary: 'List the accounts whose money is reconciled',
        description:
          'Your accounts at payment providers that show their balance, how far it was read, and ' +
          'what it comes to. A difference is explained by the rows that are not matched.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(reconciliationAccountSchema)), 'The accounts.', [
            reconciliationAccountExample,
          ]),
        },
      },
    },
    async (request) => {
      const ledger = ledgerOf(callerOf(request))
      const [accounts, totals] = await Promise.all([
        selectReconciliations(deps.db, balanceProviders(deps.providers), ledger),
        selectTotals(deps.db, ledger),
      ])
      return accounts.map((account) => viewAccount(account, totals))
    },
  )
}
