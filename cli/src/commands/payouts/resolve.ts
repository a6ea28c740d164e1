import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { money } from '../../output/money.ts'
import { ifNotFound } from '../../server/if-not-found.ts'

interface DoneOptions {
  readonly on?: string
}

interface ProblemOptions {
  readonly note: string
  readonly sameAccount?: boolean
}

const example = 'pyo_01b0acc58e20d4b82f6a91c07e35'
const hint = 'List payouts with: bindery payouts list'

export function addPayoutsResolve(payouts: Command): void {
  addCommand(payouts, 'done <payout-id>', {
    summary: 'Record that a payout was paid',
    examples: [`bindery payouts done ${example} --on 2027-07-02`],
  })
    .option('--on <day>', 'day on which the bank paid it; today by default', day)
    .action(action(done))
  addProblem(payouts, 'failed', {
    summary: 'Record that the bank did not carry out a payout',
    note: 'Unknown account.',
  })
  addProblem(payouts, 'returned', {
    summary: 'Record that the bank sent a payout back',
    note: 'The account is closed.',
  })
  addCommand(payouts, 'cancel <payout-id>', {
    summary: 'Do not pay out: the amount is credit again',
    examples: [`bindery payouts cancel ${example} --note "Paid by cheque."`],
  })
    .requiredOption('--note <text>', 'why; do not include personal data')
    .action(action((work: Work<ProblemOptions>, id: string) => resolve(work, id, 'cancelled')))
}

function addProblem(
  payouts: Command,
  outcome: 'failed' | 'returned',
  { summary, note }: { readonly summary: string; readonly note: string },
): void {
  addCommand(payouts, `${outcome} <payout-id>`, {
    summary,
    examples: [`bindery payouts ${outcome} ${example} --note "${note}"`],
  })
    .requiredOption('--note <text>', 'what the bank says; do not include personal data')
    .option('--same-account', 'try the same account again')
    .action(action((work: Work<ProblemOptions>, id: string) => resolve(work, id, outcome)))
}

async function done({ options, output, server }: Work<DoneOptions>, id: string): Promise<void> {
  const { client } = await server()
  const body = { outcome: 'done', ...(options.on === undefined ? {} : { paid_on: options.on }) }
  const payout = await ifNotFound(
    client.manage.payouts.resolve(id, { ...body, outcome: 'done' }),
    hint,
  )
  output.show(payout, (paint) => [
    `${paint.green('✓')} ${money(payout.amount, payout.currency)} was paid on ${payout.paid_on ?? ''}.`,
  ])
}

async function resolve(
  { options, output, server }: Work<ProblemOptions>,
  id: string,
  outcome: 'failed' | 'returned' | 'cancelled',
): Promise<void> {
  const { client } = await server()
  const { note, sameAccount } = options
  const same = sameAccount === undefined ? {} : { same_account: sameAccount }
  const body = { outcome, note, ...same }
  const payout = await ifNotFound(client.manage.payouts.resolve(id, body), hint)
  const next = {
    needs_account: `Give it an account with: bindery payouts account ${id} <iban>`,
    pending: 'It is in the next file for the bank.',
    cancelled: 'The amount is credit of the customer again.',
  }
  output.show(payout, (paint) => [
    `${paint.green('✓')} The payout of ${money(payout.amount, payout.currency)} is ${payout.state}.`,
    next[payout.state as keyof typeof next], // Nothing else follows these outcomes.
  ])
}
