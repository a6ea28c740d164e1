import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeDisputes } from '../../output/disputes.ts'
import { showNewest } from '../../output/show-newest.ts'
import { findPolicy } from '../../server/find-policy.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { pageSize, rowsDefault, rowsMax } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Options {
  readonly state: string
  readonly policy?: string
  readonly limit: number
}

export function addDisputesList(disputes: Command): void {
  addCommand(disputes, 'list', {
    summary: 'List payments that customers dispute, newest first',
    examples: ['bindery disputes list --state needs_response --live'],
  })
    .addOption(
      new Option('--state <state>', 'only disputes in this state')
        .choices([
          'needs_response',
          'under_review',
          'won',
          'lost',
          'warning_needs_response',
          'warning_under_review',
          'warning_closed',
          'prevented',
          'unclear',
          'all',
        ])
        .default('all'),
    )
    .option('--policy <policy>', 'only of this policy, by number or id')
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
  addCommand(disputes, 'show <dispute-id>', {
    summary: 'Show a dispute, and where you answer it',
    examples: ['bindery disputes show dsp_01b0acc58e20c47d19e6a0b8f352'],
  }).action(action(show))
}

async function list({ options, output, server }: Work<Options>): Promise<void> {
  const { state, policy, limit } = options
  const opened = await server()
  const filters = {
    ...(state === 'all' ? {} : { state }),
    ...(policy === undefined ? {} : { policy_id: (await findPolicy(opened, policy)).id }),
    limit: pageSize(limit),
  }
  await showNewest(
    output,
    () => opened.client.manage.disputes.search(filters),
    limit,
    describeDisputes,
  )
}

async function show({ output, server }: Work<object>, disputeId: string): Promise<void> {
  const { client } = await server()
  const dispute = await ifNotFound(
    client.manage.disputes.show(disputeId),
    'List disputes with: bindery disputes list',
  )
  output.show(dispute, (paint) => [
    ...describeDisputes([dispute], paint),
    '',
    `Answer it at ${dispute.url}`,
  ])
}
