import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describePayments } from '../../output/payments.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly inDoubt?: boolean
  readonly status?: string
  readonly policy?: string
  readonly limit: number
}

/** Adds the list of payments, which has what is done with them below it. */
export function addPayments(program: Command): Command {
  return addCommand(program, 'payments', {
    summary: 'List payments, newest first, and end doubts about them',
    details:
      'In doubt is what needs a person: a payment that its provider neither confirms nor denies, or ' +
      'that it called failed after it had called it ok, and a refund that failed or that nobody ' +
      'confirms.',
    examples: ['bindery payments --in-doubt', 'bindery payments --status pending --limit 100'],
  })
    .option('--in-doubt', 'only those that need a person, themselves or for one of their refunds')
    .option('--status <status>', 'pending, ok or failed')
    .option('--policy <id>', 'of this policy, by its id')
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
  const found = await output.during('Searching', () =>
    takeRows(client.manage.payments.search({ ...filters, limit: pageSize(limit) }), limit),
  )
  output.show(found, (paint) => [
    ...describePayments(found, paint),
    ...(found.length === limit
      ? ['', `These are the newest ${found.length}; see more with --limit.`]
      : []),
  ])
}
