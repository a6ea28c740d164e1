import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { describeChange } from '../../output/mass-endorsement.ts'
import { money } from '../../output/money.ts'
import { table } from '../../output/table.ts'
import { ifNotFound } from '../../server/if-not-found.ts'
import { pageSize, rowsDefault, rowsMax, takeRows } from '../../server/take-rows.ts'
import { wholeNumber } from '../../whole-number.ts'

interface Limit {
  readonly limit: number
}
interface ResultOptions extends Limit {
  readonly outcome?: string
}

export function addMassEndorsementsList(group: Command): void {
  addCommand(group, 'list', {
    summary: 'List mass endorsements, newest first',
    examples: ['bindery mass-endorsements list', 'bindery mass-endorsements list --live'],
  })
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(list))
  addCommand(group, 'results <id>', {
    summary: 'List the result of each policy',
    examples: [
      'bindery mass-endorsements results men_01b0acc58e20000000a93d71c048 --outcome failed',
    ],
  })
    .addOption(
      new Option('--outcome <outcome>', 'only these').choices([
        'applied',
        'skipped',
        'failed',
        'waiting',
      ]),
    )
    .option('--limit <rows>', 'how many at most', wholeNumber(1, rowsMax), rowsDefault)
    .action(action(results))
}

async function list({ options, output, server }: Work<Limit>): Promise<void> {
  const { client } = await server()
  const pages = client.manage.massEndorsements.list({ limit: pageSize(options.limit) })
  const found = await takeRows(pages, options.limit)
  output.show(found, (paint) => {
    if (found.length === 0) return ['There is no mass endorsement in this mode.']
    const rows = found.map((mass) => [mass.id, mass.status, describeChange(mass)])
    return table(['id', 'status', 'change'], rows, paint)
  })
}

async function results(
  { options, output, server }: Work<ResultOptions>,
  id: string,
): Promise<void> {
  const { outcome, limit } = options
  const { client } = await server()
  const filters = { limit: pageSize(limit), ...(outcome !== undefined && { outcome }) }
  const found = await ifNotFound(
    takeRows(client.manage.massEndorsements.results(id, filters), limit),
    'List the ids with: bindery mass-endorsements list',
  )
  output.show(found, (paint) => {
    if (found.length === 0) return ['There is no such result.']
    const rows = found.map(({ policy_id, outcome: of, code, price }) => [
      policy_id,
      of,
      code ?? '',
      price?.first_day ?? '',
      price === null
        ? ''
        : `${money(price.payment_before, price.currency)} to ${money(price.payment_after, price.currency)}`,
    ])
    return table(['policy', 'outcome', 'code', 'from', 'payment'], rows, paint)
  })
}
