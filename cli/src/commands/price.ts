import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { type Command, InvalidArgumentError } from 'commander'
import { type Work, action, addCommand } from '../command.ts'
import { AlreadyReported, Failure, exitCodes } from '../failure.ts'
import { encodeFiles } from '../folder/product-files.ts'
import { settingOf } from '../folder/product-yaml.ts'
import { readFolder } from '../folder/read-folder.ts'
import { describePrice, describeSteps } from '../output/price.ts'
import { describeVaried } from '../output/varied.ts'

interface Options {
  readonly input: string
  readonly item?: string
  readonly integration?: string
  readonly explain?: boolean
  readonly vary?: readonly string[]
}

export function addPrice(program: Command): void {
  addCommand(program, 'price <folder>', {
    summary: 'Calculate the price for given answers with a product folder',
    details:
      'Exits with 0 when there is a price, and with 1 when the risk is declined or the answers are refused. --vary tries every value that an `in` rule lists, false and true, and numbers from min to max: all of them if they are few, else round numbers and both ends.',
    examples: [
      'bindery price travel --input trip.json',
      `echo '{"days": 7}' | bindery price travel --input - --explain`,
      'bindery price travel --input trip.json --vary days,region',
    ],
  })
    .requiredOption('--input <file>', "the customer's answers in JSON; - reads standard input")
    .option('--item <key>', 'key of the item; the first item by default')
    .option(
      '--integration <key>',
      'key of the integration whose pricing variables apply; the first by default',
    )
    .option('--explain', 'show the inputs and each step with its formula, value and table row')
    .option(
      '--vary <answers>',
      'calculate a price for each allowed value of these answers, such as days,region',
      names,
    )
    .action(action(price))
}

async function price({ options, output, server }: Work<Options>, folder: string): Promise<void> {
  const files = await readFolder(folder)
  const { item, integration, explain = false, vary = [] } = options
  const request = { files: encodeFiles(files), data: await readInput(options.input) }
  const { client } = await server()
  const priced = await output.during('Pricing', () =>
    client.manage.products.price({
      ...request,
      ...(item === undefined ? {} : { item }),
      ...(integration === undefined ? {} : { integration }),
      ...(vary.length === 0 ? {} : { vary: [...vary] }),
    }),
  )
  const currency = settingOf(files, 'currency')
  const { outcome, result, steps, varied } = priced
  const shown = explain ? priced : { outcome, result, ...(varied && { varied }) }
  output.show(shown, (paint) => [
    ...(explain ? describeSteps(steps, paint) : []),
    ...(varied === undefined
      ? describePrice(priced, currency, paint)
      : describeVaried(priced, varied, { currency, paint, given: request.data })),
  ])
  const all = varied?.rows ?? [priced]
  if (!all.some((one) => one.outcome === 'priced')) throw new AlreadyReported()
}

function names(text: string): string[] {
  const given = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (given.length === 0)
    throw new InvalidArgumentError('Name at least one answer, such as --vary deductible.')
  return given
}

async function readInput(file: string): Promise<Record<string, unknown>> {
  const content = file === '-' ? await text(process.stdin) : await readText(file)
  const fix = `Write the answers as a JSON object, for example {"days": 7}.`
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Failure(exitCodes.usage, `${file} is not valid JSON: ${why}.`, fix, { cause })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new Failure(exitCodes.usage, `${file} does not hold a JSON object.`, fix)
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    const fix = 'Name a readable JSON file with the answers of a customer.'
    throw new Failure(exitCodes.usage, `${file} cannot be read.`, fix, { cause })
  }
}
