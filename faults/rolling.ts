import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { found, temporaryFolder } from './installation/founding.ts'
import { repository } from './installation/kept-process.ts'
import { wholeNumber } from './options.ts'
import { printRolling } from './rolling/print-rolling.ts'
import { runRolling } from './rolling/run-rolling.ts'

const usage = `npm run rolling -- --earlier path [options]

  --earlier path       the folder of the earlier release, with its libraries
  --seconds 30         for how long each mixture of releases sells
  --seed 1             the same seed draws the same customers and losses; random by default
  --customers 4        how many customers buy at once
  --out rolling.md     where the report is written

The folder of an earlier release, such as 0.2.0, next to this one:

  git worktree add --detach ../earlier "$(git log -1 --format=%H --grep '^Record release 0.2.0$')"
  npm ci --prefix ../earlier
`
const seedsMax = 1_000_000
const pauseMs = 400

/** Updates an installation of an earlier release to this one, under sales and without a pause. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      earlier: { type: 'string' },
      seconds: { type: 'string', default: '30' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * seedsMax)) },
      customers: { type: 'string', default: '4' },
      out: { type: 'string', default: 'rolling.md' },
    },
  })
  if (values.earlier === undefined) throw new TypeError('--earlier is missing')
  const earlier = resolve(values.earlier)
  const folder = await temporaryFolder()
  const report = (line: string) =>
    void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
  const options = {
    folder,
    earlier,
    founding: await found(folder, { hasPlainLetters: true, sellsWithStripe: false, code: earlier }),
    seed: wholeNumber('seed', values.seed, 0),
    stageSeconds: wholeNumber('seconds', values.seconds, 1),
    customers: wholeNumber('customers', values.customers, 1),
    pauseMs,
    report,
  }
  report(`seed ${options.seed}`)
  const outcome = await runRolling(options)
  const releases = { earlier: await releaseIn(earlier), now: await releaseIn(repository) }
  await writeFile(values.out, printRolling(outcome, releases, options.seed))
  const { violations, acknowledged } = outcome.ledger
  report(
    `${acknowledged.size} acknowledgements, ${violations.length} violations; the report is in ${values.out}`,
  )
  if (violations.length > 0) {
    report(`the ledger and the logs are in ${folder}`)
    process.exitCode = 1
  } else {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The version, which is the one of the last release until the next is recorded. */
async function releaseIn(folder: string): Promise<string> {
  const text = await readFile(join(folder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version // As npm requires it.
}

try {
  await main()
} catch (error) {
  process.stderr.write(
    error instanceof TypeError ? `${error.message}\n\n${usage}` : `${String(error)}\n`,
  )
  process.exitCode = 1
}
