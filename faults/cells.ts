import { rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { printCells } from './cells/print-cells.ts'
import { runCells } from './cells/run-cells.ts'
import { temporaryFolder } from './installation/founding.ts'
import { wholeNumber } from './options.ts'

const usage = `npm run cells -- [options]

  --losses 20          how often a server or a database of one of the cells is lost
  --minutes 20         begin no loss later than this
  --seed 1             the same seed draws the same customers and losses; random by default
  --customers 3        how many customers of each cell buy at once
  --out cells.md       where the report is written

HAProxy has to be installed.
`
const seedsMax = 1_000_000
const pauseMs = 500

/** Two cells behind the proxy of the guide, of which each is to notice nothing of the other's losses. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      losses: { type: 'string', default: '20' },
      minutes: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * seedsMax)) },
      customers: { type: 'string', default: '3' },
      out: { type: 'string', default: 'cells.md' },
    },
  })
  const report = (line: string) =>
    void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
  const options = {
    folder: await temporaryFolder(),
    seed: wholeNumber('seed', values.seed, 0),
    losses: wholeNumber('losses', values.losses, 1),
    minutes: wholeNumber('minutes', values.minutes, 1),
    customers: wholeNumber('customers', values.customers, 1),
    pauseMs,
    report,
  }
  report(`seed ${options.seed}`)
  const outcome = await runCells(options)
  await writeFile(values.out, printCells(outcome, options))
  const violations = outcome.cells.flatMap(({ ledger }) => ledger.violations)
  report(
    `${outcome.losses.length} losses, ${violations.length} violations; the report is in ${values.out}`,
  )
  if (violations.length > 0) {
    report(`the ledgers and the logs are in ${options.folder}`)
    process.exitCode = 1
  } else {
    await rm(options.folder, { recursive: true, force: true })
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(
    error instanceof TypeError ? `${error.message}\n\n${usage}` : `${String(error)}\n`,
  )
  process.exitCode = 1
}
