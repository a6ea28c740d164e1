import { readFile, writeFile } from 'node:fs/promises'
import { type SimulatedStep, SimulationError, simulate } from '@bindery/sdk'
import { type Command, Option } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { day } from '../day.ts'
import { Failure, exitCodes } from '../failure.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { readFolder } from '../folder/read-folder.ts'
import { drawLife } from '../output/life-picture/draw-life.ts'
import { describeLife } from '../output/life.ts'
import type { Paint } from '../output/paint.ts'
import { explainError } from '../server/explain-error.ts'
import { modeOf } from '../server/mode-of.ts'
import { readInput } from '../simulate/read-input.ts'
import { type Script, type ScriptStep, readScript } from '../simulate/read-script.ts'
import { wholeNumber } from '../whole-number.ts'

interface Options {
  readonly input?: string
  readonly years: number
  readonly script?: string
  readonly at?: string
  readonly item?: string
  readonly plan?: string
  readonly integration?: string
  readonly renewals?: 'accept' | 'wait'
  readonly svg?: string
  readonly timing?: boolean
}

const yearsDefault = 3
const yearsMax = 20

export function addSimulate(program: Command): void {
  addCommand(program, 'simulate <folder>', {
    summary: 'Sell a policy on a test clock, let years pass, and show what happens to it',
    details:
      'Stores the folder as a what-if version and sells a policy of it on a new test clock. Nothing ' +
      'is pushed, and products on sale stay as they are. A script lists the events:\n\n' +
      '  - month: 5            # or on: 2027-05-10; a month may have a day: 10\n' +
      '    change: { deductible: 20000 }\n' +
      '  - month: 8\n' +
      '    card: soft_decline\n' +
      '  - month: 9\n' +
      '    pay: card\n\n' +
      'Steps are change, update, card, pay, publish, cancel, reinstate and renewal; see ' +
      'docs/guides/simulate.md.',
    examples: [
      'bindery simulate travel --input customer.yaml',
      'bindery simulate examples/bike --script life.yaml --svg life.svg',
    ],
  })
    .option(
      '--input <file>',
      'file with quote: (the answers) and policy: (the customer); demo.yaml of the folder by default, - reads standard input',
    )
    .option('--script <file>', 'file with the events of the policy')
    .option(
      '--years <number>',
      'how many years to simulate',
      wholeNumber(1, yearsMax),
      yearsDefault,
    )
    .option('--at <day>', 'day of the sale; today by default', day)
    .option('--item <key>', 'key of the item; the first item by default')
    .option('--plan <key>', 'key of the payment plan; the first by default')
    .option('--integration <key>', 'key of the integration that sells it; the first by default')
    .addOption(
      new Option(
        '--renewals <what>',
        'accept offered renewals, or wait for steps of the script',
      ).choices(['accept', 'wait']),
    )
    .option('--svg <file>', 'draw the life of the policy into this file')
    .option('--timing', 'show how long the simulation took')
    .action(action(run))
}

async function run({ options, output, server }: Work<Options>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const buyer = await readInput(options.input, files)
  const script = await openScript(options.script)
  const steps = await Promise.all(script.steps.map(withFolder))
  const { client, connection } = await server()
  if (modeOf(connection.key) === 'live') throw needsTestMode()
  const { at, item, plan, integration, renewals } = { ...script.settings, ...options }
  const { payment } = script.settings
  const begin = performance.now()
  const life = await output.during('Simulating', () =>
    simulate(client, {
      product: encodeFiles(files),
      ...buyer,
      years: options.years,
      steps,
      ...(at !== undefined && { at }),
      ...(item !== undefined && { item }),
      ...(plan !== undefined && { plan }),
      ...(integration !== undefined && { integration }),
      ...(renewals !== undefined && { renewals }),
      ...(payment !== undefined && { payment: { provider: payment } }),
    }).catch((error: unknown) => {
      throw explainStep(error, options.script ?? '', script)
    }),
  )
  const tookMs = Math.round(performance.now() - begin)
  const folders = script.steps.map((one) => one.folder)
  if (options.svg !== undefined) await writeFile(options.svg, drawLife(life, folders))
  const timed = options.timing === true ? { ...life, took_ms: tookMs } : life
  output.show(timed, (paint: Paint) => [
    ...describeLife(life, folders, paint),
    ...(options.svg === undefined ? [] : [`The picture is in ${options.svg}.`]),
    ...(options.timing === true ? [`It took ${(tookMs / 1000).toFixed(2)} seconds.`] : []),
  ])
}

function needsTestMode(): Failure {
  const fix =
    'Use a key that begins with sk_test_ or ut_test_: test clocks exist only in test mode.'
  return new Failure(exitCodes.usage, 'This key is for live mode.', fix)
}

async function openScript(file: string | undefined): Promise<Script> {
  if (file === undefined) return { settings: {}, steps: [] }
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Failure(exitCodes.usage, `${file} cannot be read.`, 'Name a script.', { cause })
  })
  const { script, problems } = readScript(text, file)
  if (problems.length === 0) return script
  const howMany = problems.length === 1 ? 'a mistake' : `${problems.length} mistakes`
  throw new Failure(exitCodes.usage, `The script has ${howMany}.`, 'Nothing was sold.', {
    problems,
  })
}

async function withFolder({ step, folder }: ScriptStep): Promise<SimulatedStep> {
  return folder === null ? step : { ...step, publish: encodeFiles(await readFolder(folder)) }
}

/** Adds the line of the script to an error of a step. */
function explainStep(error: unknown, file: string, { steps }: Script): unknown {
  if (!(error instanceof SimulationError)) return error
  const line = error.step === null ? undefined : steps[error.step]?.line
  const place = line === undefined ? '' : `${file}, line ${line}: `
  const cause = error.cause === undefined ? null : explainError(error.cause)
  const fix = error.fix === '' ? (cause?.fix ?? '') : error.fix
  const exitCode = cause?.exitCode ?? exitCodes.failed
  const problems = cause?.problems ?? []
  return new Failure(exitCode, `${place}${error.message}`, fix, { problems, cause: error })
}
