import { createWriteStream } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
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
    summary: 'See what a folder would do to the prices of the book',
    details:
      'Keeps the folder as a what-if, which is in no list and cannot be published, and prices the answers of\n' +
      'every policy in force by it, each on the day that its premium is of. Premiums are of all payments of a\n' +
      'year or term. Policies that it has no price for are counted, with the reasons. Test cases of the folder\n' +
      'may fail. Nothing that is sold changes. Ctrl-C stops it on the server too; bindery impacts lists them.',
    examples: [
      'bindery impact travel',
      'bindery impact travel --by region --by insured_sum:0,10000,50000',
      'bindery impact travel --live --csv rows.csv --html impact.html',
    ],
  })
    .option(
      '--by <answer>',
      'tell the result apart by an answer, or by bands of it: insured_sum:0,10000,50000',
      grouping,
    )
    .option(
      '--renewals <days>',
      'price the next terms of policies whose last one ends then: 2027-03-01..2027-03-31',
      renewalDays,
    )
    .option(
      '--quotes <days>',
      'price the quotes of the last days, bought or not',
      wholeNumber(1, quoteDaysMax),
    )
    .option('--no-shares', 'do not take the difference apart, which is several times as fast')
    .option('--csv <file>', 'write every policy with its premium before and after')
    .option('--html <file>', 'write a report with pictures, which stands alone')
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
    output.withProgress('Pricing the book', null, (tell) => untilEnded(client, asked, tell)),
  )
  if (ended.status === 'failed') {
    const fix = 'Ask again; if it fails again, the log of the server tells more.'
    throw new Failure(exitCodes.failed, `The impact failed: ${ended.failure}`, fix)
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
    ...(ended.status === 'stopped' ? ['It was stopped.'] : []),
    ...describeImpact(ended, { currency, paint }),
    ...(options.csv === undefined ? [] : ['', `Every row is in ${options.csv}.`]),
    ...(options.html === undefined ? [] : [`The report is in ${options.html}.`]),
  ])
  if (ended.status === 'stopped') throw new AlreadyReported()
}

function describeFailing(folder: string, failing: number, paint: Paint): string[] {
  const cases = failing === 1 ? 'test case does' : 'test cases do'
  return [
    `${paint.yellow('!')} ${failing} ${cases} not come out as recorded. See which, and record the new prices, with: bindery test ${shellWord(folder)} --accept`,
    '',
  ]
}

function scopeOf({ renewals, quotes }: Options): Scope {
  if (renewals !== undefined && quotes !== undefined) {
    const fix = 'Ask for --renewals and for --quotes one after the other.'
    throw new Failure(exitCodes.usage, 'An impact prices one kind of thing.', fix)
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

/**
 * Who leaves in the middle wants nothing of it any more: the server stops it as well, also where it has
 * been asked for and has not answered yet.
 */
async function stoppable(
  client: Client,
  ask: () => Promise<Impact>,
  work: (asked: Impact) => Promise<Impact>,
): Promise<Impact> {
  let isLeaving = false
  const stop = () => {
    if (isLeaving) process.exit(interruptedCode) // Who insists does not wait for an answer.
    isLeaving = true
    // Whoever looks on hears of it.
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

/** A whole book is priced before anything is written: who cannot write hears of it first. */
async function assertWritable(path: string): Promise<void> {
  const unfinished = unfinishedOf(path)
  try {
    await writeFile(unfinished, '')
    await rm(unfinished)
  } catch (cause) {
    const fix = 'Name a file in a folder that is there and that you may write to.'
    throw new Failure(exitCodes.usage, `${path} cannot be written.`, fix, { cause })
  }
}

function unfinishedOf(path: string): string {
  return `${path}.${process.pid}.part`
}

/** What breaks off leaves what was there before. */
async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const unfinished = unfinishedOf(path)
  try {
    await pipeline(chunks, createWriteStream(unfinished))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}
