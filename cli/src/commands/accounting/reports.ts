import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertInOrder } from '../../day.ts'
import { money } from '../../output/money.ts'
import { table } from '../../output/table.ts'
import { type Days, withDays } from './days.ts'

export function addAccountingBalance(accounting: Command): void {
  withDays(
    addCommand(accounting, 'balance', {
      summary: 'Show the trial balance of some days',
      details: 'Balances are debits less credits; those of a currency sum to zero.',
      examples: ['bindery accounting balance --from 2027-06-01 --to 2027-06-30'],
    }),
  ).action(action(balance))
}

async function balance({ options, output, server }: Work<Days>): Promise<void> {
  assertInOrder(options)
  const { client } = await server()
  const { from, to } = options
  const found = await client.manage.accounting.trialBalance({ from, to })
  output.show(found, (paint) => {
    if (found.accounts.length === 0) return ['Nothing was posted until then.']
    const rows = found.accounts.map(({ currency, account, opening, debit, credit, closing }) => [
      account,
      ...[opening, debit, credit, closing].map((amount) => money(amount, currency)),
    ])
    return table(['account', 'opening', 'debit', 'credit', 'closing'], rows, paint)
  })
}

export function addAccountingTaxes(accounting: Command): void {
  withDays(
    addCommand(accounting, 'taxes', {
      summary: 'Show premium and tax of some days, by country, class and rate',
      examples: ['bindery accounting taxes --from 2027-06-01 --to 2027-06-30'],
    }),
  ).action(action(taxes))
}

async function taxes({ options, output, server }: Work<Days>): Promise<void> {
  assertInOrder(options)
  const { client } = await server()
  const { from, to } = options
  const found = await client.manage.accounting.taxes({ from, to })
  output.show(found, (paint) => {
    if (found.lines.length === 0) return ['Nothing was charged on these days.']
    const rows = found.lines.map((line) => [
      line.country ?? 'not declared',
      line.class_of_business ?? 'not declared',
      line.rate === null ? 'unknown' : `${line.rate} %`,
      money(line.premium, line.currency),
      money(line.tax, line.currency),
    ])
    return table(['country', 'class', 'rate', 'premium', 'tax'], rows, paint)
  })
}
