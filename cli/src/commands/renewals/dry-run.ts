import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { assertInOrder, day } from '../../day.ts'
import { money } from '../../output/money.ts'
import { nameOf } from '../../output/renewals.ts'
import { table } from '../../output/table.ts'

interface Options {
  readonly from: string
  readonly to: string
  readonly draft?: string
}

/** Totals over all renewals; their size does not grow with the number of renewals. */
interface Sums {
  readonly states: Map<string, number>
  readonly problems: Map<string, number>
  readonly premiums: Map<string, { count: number; before: number; after: number }>
}

const rowsPerPage = 50

export function addRenewalsDryRun(renewals: Command): void {
  addCommand(renewals, 'dry-run', {
    summary: 'Price the renewals of a range of days without changing anything',
    details:
      'Prices the next term of all policies whose term ends on these days, with the newest published ' +
      'version or a draft. Shows how many would be offered, blocked or knocked out, which fields are ' +
      'the cause, and the total premium before and after.',
    examples: [
      'bindery renewals dry-run --from 2027-03-01 --to 2027-03-31',
      'bindery renewals dry-run --from 2027-03-01 --to 2027-03-31 --draft prv_01af10842400',
    ],
  })
    .requiredOption('--from <day>', 'terms that end on this day or later', day)
    .requiredOption('--to <day>', 'terms that end on this day or earlier', day)
    .option('--draft <version>', 'price with this version of the product, by id')
    .action(action(dryRun))
}

async function dryRun({ options, output, server }: Work<Options>): Promise<void> {
  const { from, to, draft } = options
  assertInOrder(options)
  const { client } = await server()
  const sums: Sums = { states: new Map(), problems: new Map(), premiums: new Map() }
  const pages = client.manage.renewals.dryRun({
    from,
    to,
    limit: rowsPerPage,
    ...(draft === undefined ? {} : { product_version_id: draft }),
  })
  await output.during('Pricing the renewals', async () => {
    for await (const renewal of pages) {
      count(sums.states, renewal.state)
      for (const problem of renewal.problems) count(sums.problems, nameOf(problem))
      const { currency, gross_payment_amount: after } = renewal
      if (after === null) continue
      const sum = sums.premiums.getOrInsert(currency, { count: 0, before: 0, after: 0 })
      sum.count += 1
      sum.before += renewal.gross_payment_amount_before
      sum.after += after
    }
  })
  const totals = {
    states: Object.fromEntries(sums.states),
    problems: Object.fromEntries(sums.problems),
    premiums: Object.fromEntries(sums.premiums),
  }
  output.show(totals, (paint) =>
    sums.states.size === 0
      ? ['No renewable term ends on these days.']
      : [
          ...table(['state', 'renewals'], counted(sums.states), paint),
          ...(sums.problems.size === 0
            ? []
            : ['', ...table(['problem', 'renewals'], counted(sums.problems), paint)]),
          ...[...sums.premiums].flatMap(([currency, { count: offered, before, after }]) => [
            '',
            `${offered === 1 ? '1 premium of' : `${offered} premiums of`} ${money(before, currency)} in all ${offered === 1 ? 'becomes' : 'become'} ${money(after, currency)}.`,
          ]),
        ],
  )
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

function counted(counts: ReadonlyMap<string, number>): string[][] {
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, times]) => [name, String(times)])
}
