import type { Static } from 'typebox'
import { chart, ledgerAccounts } from '../../ledger/index.ts'
import { Type } from '../wire/type.ts'
import type { App } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { named, oneOf, text } from '../wire/schema.ts'
import { chartExample } from './examples.ts'

export const ledgerAccountSchema = Type.Object(
  {
    account: oneOf(ledgerAccounts, 'The account, as postings name it.'),
    kind: oneOf(
      ['asset', 'liability', 'income', 'expense'],
      'Assets and expenses grow by debits, liabilities and income by credits.',
    ),
    name: text('What it is called.'),
    description: text('What is posted to it.'),
  },
  { $id: 'LedgerAccount', description: 'An account of the ledger.' },
)

export function addListLedgerAccounts(app: App): void {
  app.get(
    '/manage/chart_of_accounts',
    {
      config: { access: 'manage', refuses: [] },
      schema: {
        operationId: 'listLedgerAccounts',
        summary: 'List the chart of accounts',
        description: 'The accounts of the ledger, in the order of a balance sheet.',
        tags: ['Management'],
        response: {
          200: exampled(Type.Array(named(ledgerAccountSchema)), 'The accounts.', chartExample),
        },
      },
    },
    async (): Promise<Static<typeof ledgerAccountSchema>[]> =>
      ledgerAccounts.map((account) => ({ account, ...chart[account] })),
  )
}
