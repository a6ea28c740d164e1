import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compilePricing, type PricingInput } from '@bindery/server/src/pricing/index.ts'
import { compileWorkbook } from '@bindery/server/src/pricing/workbook/compile-workbook.ts'
import { readWorkbook } from '@bindery/server/src/pricing/workbook/read-workbook.ts'
import { readRecorded, recordedNames } from '@bindery/server/test/workbooks/recorded.ts'
import { explainedTariff } from './explained-tariff.ts'
import { tariffAnswers, tariffWorkbook } from './tariff-workbook.ts'

/**
 * What a price costs: `node --expose-gc bench/pricing.ts`. CPU time of this process in
 * microseconds an evaluation, the best of several rounds, because the machine may be busy.
 */
const examples = join(import.meta.dirname, '../examples')
const rounds = 9
const evaluationsPerRound = 20_000
const heapEvaluations = 1_000_000

type Evaluate = (input: PricingInput, options?: { readonly trace?: boolean }) => unknown

const today = Temporal.PlainDate.from('2027-03-01')
const cyberInputs = inputsOf(cyberAnswers, { commission_rate: 0.2 })
const tariffInputs = inputsOf(tariffAnswers, { commission_rate: 0.12 })

const formula = await compileFolder('cyber-formula')
const alone = microseconds(formula, cyberInputs)
print('formula, cyber-formula', alone, 5)
print('  with trace', microseconds(formula, cyberInputs, true))

const cyber = compileCyber()
print('workbook, cyber', microseconds(cyber.evaluate, cyberInputs), 20)
print('  with trace', microseconds(cyber.evaluate, cyberInputs, true))

const tariff = tariffWorkbook()
print(
  `workbook, ${tariff.recompute().length} formulas, 500 rates`,
  microseconds(tariff.evaluate, tariffInputs),
  30,
)
print('  with trace', microseconds(tariff.evaluate, tariffInputs, true))

const explained = explainedTariff()
write(
  `\nwhy the tariff costs another price: ${explained.cells} cells changed, found in ${explained.ms.toFixed(0)} ms`,
)
for (const grain of ['table', 'cell'] as const) {
  const { swaps, explain } = explained[grain]
  const count = grain === 'cell' ? 20 : undefined
  print(`${swaps} swaps and both prices`, microseconds(explain, tariffInputs, false, count))
}

write('\nthe workbooks whose answers are recorded, each over its 200 customers')
for (const name of recordedNames) {
  const { compiled, cases } = await readRecorded(name)
  const inputs = cases.map((given) => ({ ...given, today: Temporal.PlainDate.from(given.today) }))
  const { length } = compiled.recompute()
  print(`${name}, ${length} formulas`, microseconds(compiled.evaluate, inputs))
}
write('')

const beside = microseconds(formula, cyberInputs)
print('formula, with workbooks in the process', beside, 5)
write(`  ${(beside / alone).toFixed(2)} times what it took alone (wanted: 1)`)

write(
  `\ncompiling cyber: ${cyber.firstMs.toFixed(0)} ms at first, ${cyber.laterMs.toFixed(0)} ms later (wanted: under 250)`,
)
for (const [name, evaluate, inputs] of [
  ['formula', formula, cyberInputs],
  ['workbook', tariff.evaluate, tariffInputs],
] as const) {
  const grown = heapGrowth(evaluate, inputs)
  write(`heap after a million evaluations of the ${name}: ${grown.toFixed(2)} MB more than before`)
}

function inputsOf(
  answersOf: (at: number) => PricingInput['data'],
  variables: PricingInput['variables'],
): PricingInput[] {
  return Array.from({ length: 64 }, (_, at) => ({ data: answersOf(at), variables, today }))
}

function cyberAnswers(at: number): PricingInput['data'] {
  const choose = (choices: readonly (string | number)[]) => choices[at % choices.length] ?? ''
  return {
    employee_number: 1 + at * 7,
    yearly_turnover: 1_000_000 * (at + 1),
    company_backup: choose(['weekly', 'monthly', 'quarterly', 'yearly']),
    encryption: at % 2 === 0,
    deductible: choose([100_000, 500_000, 1_000_000]),
    insured_sum: choose([10_000_000, 25_000_000, 50_000_000, 100_000_000]),
    online_revenue_percentage: choose(['0_25', '26_50', 'above_50']),
    policy_start_date: `2027-04-${String(1 + (at % 28)).padStart(2, '0')}`,
    third_party_coverage: at % 3 === 0,
    company: { industry_code: choose(['retail', 'it_services', 'other', 'healthcare']) },
  }
}

async function compileFolder(name: string): Promise<Evaluate> {
  const folder = join(examples, name)
  const tables = readdirSync(join(folder, 'tables')).map((table) => `tables/${table}`)
  const files = ['pricing.yaml', ...tables].map((file): [string, Uint8Array] => [
    file,
    readFileSync(join(folder, file)),
  ])
  const result = await compilePricing(new Map(files))
  if (!result.ok) throw new Error(`${name} does not compile`)
  const { pricing } = result
  return (input, options) => pricing.evaluate(input, options)
}

function compileCyber() {
  const read = readWorkbook(readFileSync(join(examples, 'cyber/pricing.xlsx')))
  if (!read.ok) throw new Error('the workbook cannot be read')
  const times: number[] = []
  for (;;) {
    const before = cpuMicroseconds()
    const compiled = compileWorkbook(read.workbook, read.layout)
    times.push((cpuMicroseconds() - before) / 1000)
    if (!compiled.ok) throw new Error('the workbook does not compile')
    const [firstMs = 0, laterMs] = times
    if (laterMs !== undefined) return { evaluate: compiled.workbook.evaluate, firstMs, laterMs }
  }
}

function microseconds(
  evaluate: Evaluate,
  inputs: readonly PricingInput[],
  trace = false,
  count = evaluationsPerRound,
): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const before = cpuMicroseconds()
    evaluateMany(evaluate, inputs, count, trace)
    best = Math.min(best, (cpuMicroseconds() - before) / count)
  }
  return best
}

function evaluateMany(
  evaluate: Evaluate,
  inputs: readonly PricingInput[],
  count: number,
  trace: boolean,
): void {
  for (let at = 0; at < count; at++) {
    const input = inputs[at % inputs.length]
    if (input !== undefined) evaluate(input, { trace })
  }
}

function heapGrowth(evaluate: Evaluate, inputs: readonly PricingInput[]): number {
  if (globalThis.gc === undefined) throw new Error('run with node --expose-gc')
  evaluateMany(evaluate, inputs, 10_000, false)
  globalThis.gc()
  const before = process.memoryUsage().heapUsed
  evaluateMany(evaluate, inputs, heapEvaluations, false)
  globalThis.gc()
  return (process.memoryUsage().heapUsed - before) / 1024 / 1024
}

function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function print(name: string, figure: number, wanted?: number): void {
  const bar = wanted === undefined ? '' : `   (wanted: ${wanted} or less)`
  write(`${name.padEnd(42)} ${figure.toFixed(2).padStart(8)} µs${bar}`)
}

function write(line: string): void {
  process.stdout.write(`${line}\n`)
}
