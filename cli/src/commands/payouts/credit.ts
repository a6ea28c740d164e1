import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { money } from '../../output/money.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly amount?: number
  readonly iban?: string
  readonly holder?: string
  readonly reason: string
}

const amountMax = 1_000_000_000_000

export function addPayoutsCredit(payouts: Command): void {
  addCommand(payouts, 'credit <policy>', {
    summary: 'Pay out credit of a customer',
    details:
      'Name the policy by its number or id. What payments cover goes back the way it came; the rest ' +
      'becomes a payout by bank.',
    examples: ['bindery payouts credit CYB-7K2MPQ4X --reason "Asked for it on the phone."'],
  })
    .option(
      '--amount <cents>',
      'how much, in minor units (cents); all by default',
      wholeNumber(1, amountMax),
    )
    .option('--iban <account>', 'where the part goes that no payment covers')
    .option('--holder <name>', 'whose account it is, if not the policyholder')
    .requiredOption('--reason <text>', 'reason for the audit log; do not include personal data')
    .action(action(payOut))
}

async function payOut({ options, output, server }: Work<Options>, name: string): Promise<void> {
  const opened = await server()
  const { id, insurer_policy_id: number } = await findPolicy(opened, name)
  const { amount, iban, holder, reason } = options
  const paid = await opened.client.manage.payouts.ofCredit(id, {
    reason,
    ...(amount === undefined ? {} : { amount }),
    ...(iban === undefined ? {} : { iban }),
    ...(holder === undefined ? {} : { holder }),
  })
  output.show(paid, (paint) => [
    `${paint.green('✓')} ${money(paid.amount, paid.currency)} of credit of ${number} is paid out.`,
    ...paid.refunds.map(
      (refund) => `  ${money(refund.amount, paid.currency)} goes back by ${refund.id}`,
    ),
    ...paid.payouts.map(
      (payout) => `  ${money(payout.amount, payout.currency)} is paid by bank: ${payout.id}`,
    ),
  ])
}
