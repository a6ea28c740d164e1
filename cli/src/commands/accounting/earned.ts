import type { Command } from 'commander'
import { type Work, action, addCommand } from '../../command.ts'
import { day } from '../../day.ts'
import { money } from '../../output/money.ts'
import { table } from '../../output/table.ts'
import { writeWhole } from '../../write-whole.ts'

interface Options {
  readonly day: string
  readonly csv?: string
}

interface Total {
  readonly currency: string
  readonly product_id: string
  policies: number
  written: number
  earned: number
  unearned: number
}

export function addAccountingEarned(accounting: Command): void {
  addCommand(accounting, 'earned', {
    summary: 'Show earned and unearned premium on a day',
    details:
      'Adds up all policies by currency and product, net of tax and fees, as it was known at the end of ' +
      'the day. With --csv, also writes a line for each policy.',
    examples: [
      'bindery accounting earned --day 2027-01-31',
      'bindery accounting earned --day 2027-12-31 --csv earned.csv --live',
    ],
  })
    .requiredOption('--day <day>', 'the day of the report', day)
    .option('--csv <file>', 'also write a line for each policy to this file')
    .action(action(earned))
}

async function earned({ options, output, server }: Work<Options>): Promise<void> {
  const { client } = await server()
  const totals = new Map<string, Total>()
  await output.during('Adding up all policies', async () => {
    const chunks = client.manage.accounting.exportEarnedPremium({ day: options.day })
    const passed = addUp(chunks, totals)
    if (options.csv === undefined) for await (const _ of passed);
    else await writeWhole(options.csv, passed)
  })
  const products = await client.manage.products.list()
  const keys = new Map(products.map(({ id, key }) => [id, key]))
  const nameOf = ({ currency, product_id }: Total) =>
    `${keys.get(product_id) ?? product_id} ${currency}`
  const sums = [...totals.values()].toSorted((one, other) => {
    return nameOf(one) < nameOf(other) ? -1 : 1
  })
  output.show(sums, (paint) => [
    ...(sums.length === 0
      ? ['No policy was issued by that day.']
      : table(
          ['product', 'policies', 'written', 'earned', 'unearned'],
          sums.map((sum) => [
            keys.get(sum.product_id) ?? sum.product_id,
            String(sum.policies),
            money(sum.written, sum.currency),
            money(sum.earned, sum.currency),
            money(sum.unearned, sum.currency),
          ]),
          paint,
        )),
    ...(options.csv === undefined ? [] : ['', `Every policy is in ${options.csv}.`]),
  ])
}

/** Passes the export on, and adds up its lines. What may contain a comma comes last in a line. */
async function* addUp(
  chunks: AsyncIterable<Uint8Array>,
  totals: Map<string, Total>,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder()
  let rest = ''
  let isHeading = true
  for await (const chunk of chunks) {
    const lines = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of isHeading ? lines.slice(1) : lines) add(line, totals)
    isHeading &&= lines.length === 0
    yield chunk
  }
}

function add(line: string, totals: Map<string, Total>): void {
  const [, product_id = '', , currency = '', written, earned, unearned] = line.split(',')
  const key = `${currency} ${product_id}`
  const total = totals.get(key) ?? {
    currency,
    product_id,
    policies: 0,
    written: 0,
    earned: 0,
    unearned: 0,
  }
  total.policies += 1
  total.written += Number(written)
  total.earned += Number(earned)
  total.unearned += Number(unearned)
  totals.set(key, total)
}
