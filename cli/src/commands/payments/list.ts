import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describePayments } from '../../output/payments.ts'
import { showNewest } from '../../output/show-newest.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly inDoubt?: boolean
  readonly status?: string
  readonly policy?: string
  readonly limit: number
}

/** Adds the list of payments, which is also the group of the commands on payments. */
export function addPayments(program: Command): Command {
  return addCommand(program, 'payments', {
    summary: 'List payments, newest first, or resolve those in doubt',
    details:
      'A payment in doubt needs a decision by a person: its provider neither confirms nor denies it, ' +
      'or reported it as failed after reporting it as ok. A refund is in doubt when it failed or is ' +
      'not confirmed.',
    examples: ['bindery payments --in-doubt', 'bindery payments --status pending --limit 100'],
  })
    .option('--in-doubt', 'only payments that are in doubt or have a refund in doubt')
    .option('--status <status>', 'pending, ok or failed')
    .option('--policy <id>', 'only of this policy, by id')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { inDoubt, status, policy, limit } = options
  const { client } = await server()
  const filters = {
    ...(inDoubt === true ? { in_doubt: 'true' } : {}),
    ...(status === undefined ? {} : { status }),
    ...(policy === undefined ? {} : { policy_id: policy }),
  }
  await showNewest(
    output,
    () => client.manage.payments.search({ ...filters, limit: pageSize(limit) }),
    limit,
    describePayments,
  )
}
