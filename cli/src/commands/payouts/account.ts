import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { accountOf } from '../../output/payouts.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

interface Options {
  readonly holder?: string
}

export function addPayoutsAccount(payouts: Command): void {
  addCommand(payouts, 'account <payout-id> <iban>', {
    summary: 'Set the account that a payout goes to',
    details:
      'An account other than the one that paid can need a second person: request it with bindery ' +
      'approvals request.',
    examples: [
      'bindery payouts account pyo_01b0acc58e20d4b82f6a91c07e35 "DE02 1203 0000 0000 2020 51"',
    ],
  })
    .option('--holder <name>', 'whose account it is, if not the policyholder')
    .action(action(setAccount))
  addCommand(payouts, 'release <payout-id>', {
    summary: 'Release an amount that needs two people',
    examples: ['bindery payouts release pyo_01b0acc58e20d4b82f6a91c07e35'],
  }).action(action(release))
}

const hint = 'List payouts with: bindery payouts list'

async function setAccount(
  { options, output, server }: Work<Options>,
  payoutId: string,
  iban: string,
): Promise<void> {
  const { client } = await server()
  const body = { iban, ...(options.holder === undefined ? {} : { holder: options.holder }) }
  const payout = await ifNotFound(client.manage.payouts.setAccount(payoutId, body), hint)
  output.show(payout, (paint) => [`${paint.green('✓')} The payout goes to ${accountOf(payout)}.`])
}

async function release({ output, server }: Work<object>, payoutId: string): Promise<void> {
  const { client } = await server()
  const payout = await ifNotFound(client.manage.payouts.release(payoutId), hint)
  output.show(payout, (paint) => [`${paint.green('✓')} The payout is released.`])
}
