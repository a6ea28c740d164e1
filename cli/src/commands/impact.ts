import { rm, writeFile } from 'node:fs/promises'
import type { AskForImpact, Client, Impact } from '@bindery/sdk'
import { type Command, InvalidArgumentError } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { day } from '../day.ts'
import { AlreadyReported, Failure, exitCodes } from '../failure.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { settingOf } from '../folder/product-yaml.ts'
import { readFolder } from '../folder/read-folder.ts'
import { describeImpact } from '../impact/describe-impact.ts'
import { impactReport } from '../impact/report/impact-report.ts'
import { grouping } from '../impact/read-groupings.ts'
import { untilEnded } from '../impact/until-ended.ts'
import type { Paint } from '../output/paint.ts'
import { shellWord } from '../output/shell-word.ts'
import { interruptedCode } from '../output/progress.ts'
import { wholeNumber } from '../whole-number.ts'
import { unfinishedOf, writeWhole } from '../write-whole.ts'

interface Options {
  readonly renewals?: Scope
  readonly quotes?: number
  readonly by?: NonNullable<AskForImpact['by']>
  /** False with --no-shares. */
  readonly shares: boolean
  readonly csv?: string
  readonly html?: string
}

type Scope = NonNullable<AskForImpact['scope']>

const quoteDaysMax = 366

export function addImpact(program: Command): void {
  addCommand(program, 'impact <folder>', {
    summary: 'Show how a folder would change the premiums of the portfolio',
    details:
      'Stores the folder as a what-if version, which is not listed and cannot be published. Prices the ' +
      'answers of every policy in force with it, each on the day its premium was calculated for. Premiums ' +
      'are totals of a year or term. Policies without a price are counted, with the reasons. Failing test ' +
      'cases do not matter. No policy changes. Ctrl+C also stops the analysis on the server. bindery impacts ' +
      'lists all analyses.',
    examples: [
      'bindery impact travel',
      'bindery impact travel --by region --by insured_sum:0,10000,50000',
      'bindery impact travel --live --csv rows.csv --html impact.html',
    ],
  })
    .option(
      '--by <answer>',
      'group the result by an answer, or by bands of it: insured_sum:0,10000,50000',
      grouping,
    )
    .option(
      '--renewals <days>',
      'price the next term of policies whose term ends in this range: 2027-03-01..2027-03-31',
      renewalDays,
    )
    .option(
      '--quotes <days>',
      'price the quotes of the last days, whether bought or not',
      wholeNumber(1, quoteDaysMax),
    )
    .option('--no-shares', 'do not attribute the difference to its causes; several times as fast')
    .option('--csv <file>', 'write every policy with its premium before and after')
    .option('--html <file>', 'write a self-contained report with charts')
    .action(action(impact))
}

async function impact({ options, output, server }: Work<Options>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  for (const path of [options.csv, options.html]) if (path !== undefined) await assertWritable(path)
  const { client } = await server()
  const tried = await output.during(`Checking ${folder}`, () =>
    client.manage.products.whatIf(encodeFiles(files)),
  )
  const ask = () =>
    client.manage.impacts.ask({
      product_version_id: tried.product_version_id,
      scope: scopeOf(options),
      shares: options.shares,
      by: [...(options.by ?? [])],
    })
  const ended = await stoppable(client, ask, (asked) =>
    output.withProgress('Pricing the portfolio', null, (report) =>
      untilEnded(client, asked, report),
    ),
  )
  if (ended.status === 'failed') {
    const fix = 'Run it again. If it fails again, see the log of the server.'
    throw new Failure(exitCodes.failed, `The impact analysis failed: ${ended.failure}`, fix)
  }
  if (options.csv !== undefined && ended.status === 'done') {
    await writeWhole(options.csv, client.manage.impacts.rows(ended.id))
  }
  const { currency } = ended
  if (options.html !== undefined && ended.status === 'done') {
    const product = settingOf(files, 'name') || settingOf(files, 'key')
    await writeFile(options.html, impactReport(ended, { product, currency }))
  }
  const failing = tried.failed_cases.length
  output.show({ ...ended, failed_cases: tried.failed_cases }, (paint) => [
    ...(failing === 0 ? [] : describeFailing(folder, failing, paint)),
    ...(ended.status === 'stopped' ? ['The analysis was stopped.'] : []),
    ...describeImpact(ended, { currency, paint }),
    ...(options.csv === undefined ? [] : ['', `Every row is in ${options.csv}.`]),
    ...(options.html === undefined ? [] : [`The report is in ${options.html}.`]),
  ])
  if (ended.status === 'stopped') throw new AlreadyReported()
}

function describeFailing(folder: string, failing: number, paint: Paint): string[] {
  const cases = failing === 1 ? 'test case does' : 'test cases do'
  return [
    `${paint.yellow('!')} ${failing} ${cases} not match the recorded prices. Review and record the new prices with: bindery test ${shellWord(folder)} --accept`,
    '',
  ]
}

function scopeOf({ renewals, quotes }: Options): Scope {
  if (renewals !== undefined && quotes !== undefined) {
    const fix = 'Run the command once with --renewals and once with --quotes.'
    throw new Failure(exitCodes.usage, '--renewals and --quotes cannot be combined.', fix)
  }
  if (quotes !== undefined) return { kind: 'quotes', days: quotes }
  return renewals ?? { kind: 'in_force' }
}

function renewalDays(text: string): Scope {
  const [from = '', to, ...more] = text.split('..')
  if (to === undefined || more.length > 0)
    throw new InvalidArgumentError('Write two days: 2027-03-01..2027-03-31.')
  return { kind: 'renewals', from: day(from), to: day(to) }
}

/** On Ctrl+C the server stops the analysis too, even if it has not answered the request for it yet. */
async function stoppable(
  client: Client,
  ask: () => Promise<Impact>,
  work: (asked: Impact) => Promise<Impact>,
): Promise<Impact> {
  let isLeaving = false
  const stop = () => {
    if (isLeaving) process.exit(interruptedCode) // A second Ctrl+C leaves at once.
    isLeaving = true
    // A failure to stop shows in the status that is polled anyway.
    asking.then(({ id }) => client.manage.impacts.stop(id)).catch(() => undefined)
  }
  process.on('SIGINT', stop)
  const asking = ask()
  try {
    return await work(await asking)
  } finally {
    process.removeListener('SIGINT', stop)
  }
}

/** Pricing a portfolio takes long, so an output path that cannot be written fails before it. */
async function assertWritable(path: string): Promise<void> {
  const unfinished = unfinishedOf(path)
  try {
    await writeFile(unfinished, '')
    await rm(unfinished)
  } catch (cause) {
    const fix = 'Name a file in an existing folder that you may write to.'
    throw new Failure(exitCodes.usage, `${path} cannot be written.`, fix, { cause })
  }
}
