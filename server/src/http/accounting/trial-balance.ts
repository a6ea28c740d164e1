import type { Static } from 'typebox'
import { readTrialBalance } from '../../accounting/index.ts'
import { ledgerAccounts } from '../../ledger/index.ts'
import { Type } from '../wire/type.ts'
import { callerOf } from '../access/access.ts'
import type { App, HttpDeps } from '../deps.ts'
import { exampled } from '../wire/exampled.ts'
import { amount, named, oneOf, text } from '../wire/schema.ts'
import { dayErrors, dayParameters, readDays } from './days.ts'
import { trialBalanceExample } from './examples.ts'

export const trialBalanceSchema = Type.Object(
  {
    from: text('The first booking day.'),
    to: text('The last booking day.'),
    accounts: Type.Array(
      Type.Object({
        currency: text('ISO 4217, in lower case.'),
        account: oneOf(ledgerAccounts, 'The account.'),
        opening: amount('The balance before the first day: debits less credits.'),
        debit: amount('What was debited on these days.'),
        credit: amount('What was credited on these days.'),
        closing: amount('The balance after the last day: debits less credits.'),
      }),
      { description: 'Every account that was used, by currency, in the order of the chart.' },
    ),
  },
  {
    $id: 'TrialBalance',
    description: 'The balances of all accounts. Those of a currency sum to zero.',
  },
)

export function addShowTrialBalance(app: App, deps: HttpDeps): void {
  app.get(
    '/manage/trial_balance',
    {
      config: { access: 'manage', refuses: dayErrors },
      schema: {
        operationId: 'showTrialBalance',
        summary: 'View the trial balance',
        description: 'The balance and the turnover of each account on these booking days.',
        tags: ['Management'],
        querystring: Type.Object(dayParameters),
        response: {
          200: exampled(named(trialBalanceSchema), 'The trial balance.', trialBalanceExample),
        },
      },
    },
    async (request): Promise<Static<typeof trialBalanceSchema>> => {
      const { account, livemode } = callerOf(request)
      const days = readDays(request.query)
      const scope = { insurerId: account.id, livemode }
      const accounts = await readTrialBalance(deps.db.reads, scope, days)
      return { from: days.from.toString(), to: days.to.toString(), accounts }
    },
  )
}
