import { cpus } from 'node:os'
import type { Measured } from './load.ts'
import type { MemoryReport } from './memory.ts'
import type { BenchOptions } from './options.ts'
import type { Round } from './stages.ts'

/** What we promise ourselves. */
const quotesToEchoMin = 0.2
const workbookToFormulaMin = 0.9
const salesPerSecondMin = 300

export interface Report {
  readonly machine: { readonly cores: number; readonly model: string; readonly node: string }
  readonly options: BenchOptions
  readonly rounds: readonly Round[]
  readonly mixed: { readonly load: Measured; readonly memory: MemoryReport } | null
  readonly summary: Summary
}

export interface Summary {
  readonly quotesToEcho: number
  readonly workbookToFormula: number
  readonly salesPerSecond: number
  readonly errors: number
}

export function assembleReport(
  options: BenchOptions,
  rounds: readonly Round[],
  mixed: Report['mixed'],
): Report {
  const [first] = cpus()
  const turns = rounds.flatMap((round) => round.turns)
  const errors = [...rounds.flatMap(measuredIn), ...(mixed === null ? [] : [mixed.load])]
  return {
    machine: { cores: cpus().length, model: first?.model.trim() ?? '', node: process.version },
    options,
    rounds,
    mixed,
    summary: {
      quotesToEcho: median(rounds.map((one) => one.quotes.perSecond / one.echo.perSecond)),
      workbookToFormula: median(
        turns.map(({ workbook, formula }) => workbook.perSecond / formula.perSecond),
      ),
      salesPerSecond: median(rounds.map((one) => one.sales.perSecond)),
      errors: errors.reduce((sum, one) => sum + one.errors, 0),
    },
  }
}

export function printReport(report: Report): string {
  const { machine, options, summary, mixed } = report
  const lines = [
    `${machine.cores} cores (${machine.model}), Node ${machine.node}, ${options.connections} connections, ${options.seconds} s a stage; server, PostgreSQL and load generator share the machine`,
    '',
    row(['', 'per second', 'p50 ms', 'p99 ms', 'done', 'errors']),
    ...report.rounds.flatMap(roundRows),
    ...(mixed === null ? [] : [measuredRow('mixed load', mixed.load)]),
    '',
    `quotes run at ${summary.quotesToEcho.toFixed(2)} of the echo's rate (wanted: ${quotesToEchoMin} or more)`,
    `quotes by workbook run at ${summary.workbookToFormula.toFixed(2)} of the rate by formula (wanted: ${workbookToFormulaMin} or more)`,
    `complete sales run at ${summary.salesPerSecond.toFixed(0)} a second (wanted: ${salesPerSecondMin} or more on two cores)`,
    ...(mixed === null ? [] : memoryLines(mixed.memory)),
    ...firstErrors(report).map((error) => `error: ${error}`),
  ]
  return `${lines.join('\n')}\n`
}

function roundRows(round: Round): string[] {
  return [
    measuredRow('echo (bare route)', round.echo),
    measuredRow('quotes', round.quotes),
    measuredRow('complete sales', round.sales),
    ...round.steps.map((step) => measuredRow(`  of which ${step.name}`, step)),
  ]
}

function measuredRow(title: string, one: Measured): string {
  const rate = one.perSecond.toFixed(0)
  const count = String(one.done)
  return row([title, rate, one.p50Ms.toFixed(1), one.p99Ms.toFixed(1), count, String(one.errors)])
}

function row([title = '', ...cells]: readonly string[]): string {
  return title.padEnd(20) + cells.map((cell) => cell.padStart(12)).join('')
}

function memoryLines({ before, after, samples, ...slopes }: MemoryReport): string[] {
  const mb = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`
  const rss = samples.map((sample) => sample.rss)
  const heap = samples.map((sample) => sample.heapUsed)
  const slope = (kbPerSecond: number) => `${((kbPerSecond * 60) / 1024).toFixed(1)} MB a minute`
  return [
    '',
    row(['memory', 'at start', 'at the end', 'highest']),
    row(['resident', mb(before.rss), mb(after.rss), mb(Math.max(...rss))]),
    row(['heap', mb(before.heapUsed), mb(after.heapUsed), mb(Math.max(...heap))]),
    `slope over the second half of the load: resident ${slope(slopes.rssSlopeKbPerSecond)}, heap ${slope(slopes.heapSlopeKbPerSecond)}`,
  ]
}

export function firstErrors({ rounds, mixed }: Report): string[] {
  const all = rounds.flatMap(measuredIn)
  if (mixed !== null) all.push(mixed.load)
  return all.map((one) => one.firstError).filter((error) => error !== null)
}

function measuredIn({ echo, quotes, turns, sales }: Round): Measured[] {
  return [echo, quotes, ...turns.flatMap(({ workbook, formula }) => [workbook, formula]), sales]
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? NaN
}
