import { rm, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { printDrill } from './drill/print-drill.ts'
import { runDrill } from './drill/run-drill.ts'
import { found, temporaryFolder } from './installation/founding.ts'
import { wholeNumber } from './options.ts'

const usage = `npm run drill -- [options]

  --failovers 100      how often the primary is lost
  --minutes 60         begin no failover later than this
  --seed 1             the same seed draws the same customers and losses; random by default
  --customers 6        how many customers buy at once
  --out drill.md       where the report is written
  --cost 0             first compare sales with and without a synchronous standby, so many turns each
  --patroni            Patroni and etcd promote, which have to be installed with PostgreSQL, such as
                       with apt-get install patroni etcd-server postgresql
`
const seedsMax = 1_000_000
const pauseMs = 300

/** Loses one primary after the other under sales, and writes a report for an auditor. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      failovers: { type: 'string', default: '100' },
      minutes: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * seedsMax)) },
      customers: { type: 'string', default: '6' },
      out: { type: 'string', default: 'drill.md' },
      cost: { type: 'string', default: '0' },
      patroni: { type: 'boolean', default: false },
    },
  })
  const folder = await temporaryFolder()
  const report = (line: string) =>
    void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
  const options = {
    folder,
    founding: await found(folder, { hasPlainLetters: true, sellsWithStripe: false }),
    seed: wholeNumber('seed', values.seed, 0),
    failovers: wholeNumber('failovers', values.failovers, 0),
    minutes: wholeNumber('minutes', values.minutes, 1),
    customers: wholeNumber('customers', values.customers, 1),
    pauseMs,
    isHurried: true,
    byPatroni: values.patroni,
    costTurns: wholeNumber('cost', values.cost, 0),
    report,
  }
  report(`seed ${options.seed}`)
  const outcome = await runDrill(options)
  await writeFile(values.out, printDrill(outcome, options))
  const { violations, acknowledged } = outcome.ledger
  report(
    `${outcome.failovers.length} failovers, ${acknowledged.size} acknowledgements, ${violations.length} violations; the report is in ${values.out}`,
  )
  if (violations.length > 0) {
    report(`the ledger and the logs are in ${folder}`)
    process.exitCode = 1
  } else {
    await rm(folder, { recursive: true, force: true })
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
