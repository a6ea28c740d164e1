import { cpus } from 'node:os'
import type { Measured } from './load.ts'
import { median } from './median.ts'
import type { MemoryReport } from './memory.ts'
import type { BenchOptions } from './options.ts'
import type { DocumentsBesideSales } from './documents-beside-sales.ts'
import { type StepCosts, steps as stepNames } from './budget/step-costs.ts'
import type { Course, Turn } from './turns.ts'

/** What we promise ourselves. */
const workbookToFormulaMin = 0.9
const documentsP50RatioMax = 1.1
const documentsP99RatioMax = 1.25

export interface Report {
  readonly options: BenchOptions
  readonly courses: readonly Course[]
  readonly steps: StepCosts
  readonly documents: DocumentsBesideSales | null
  readonly mixed: {
    readonly load: Measured
    readonly memory: MemoryReport
    readonly workbookToFormula: number
  } | null
}

export function printReport(report: Report): string {
  const { options, documents, mixed } = report
  const [first] = cpus()
  const lines = [
    `${cpus().length} cores (${first?.model.trim() ?? ''}), Node ${process.version}; all servers, PostgreSQL and the load generator share them`,
    `medians of ${options.turns} turns of ${options.seconds} s; "to bare": the rate to that of the bare server in the turn beside it`,
    '',
    ...courseLines('quotes', 'a quote', report.courses),
    ...courseLines('sales', 'a sale: quote, offer and payment', report.courses),
    ...stepLines(report.steps),
    ...(documents === null ? [] : documentsLines(documents)),
    ...(mixed === null ? [] : mixedLines(mixed)),
    ...errorsIn(report).map((error) => `error: ${error}`),
  ]
  return `${lines.join('\n')}\n`
}

function courseLines(
  kind: Course['kind'],
  unit: string,
  courses: readonly Course[],
): readonly string[] {
  const titles = ['per second', 'to bare', 'p50 ms', 'p99 ms', 'statements', 'trips']
  const uses = ['server ms', 'main ms', 'database ms', 'documents ms']
  return [
    row([unit, 'connections', ...titles, ...uses]),
    ...courses.filter((one) => one.kind === kind).map(courseRow),
    '',
  ]
}

function courseRow({ name, connections, turns, ratio }: Course): string {
  const of = (figure: (turn: Turn) => number | null, digits: number) => {
    const known = turns.map(figure).filter((value) => value !== null)
    return known.length === 0 ? '' : median(known).toFixed(digits)
  }
  return row([
    name,
    String(connections),
    of((turn) => turn.perSecond, 0),
    ratio.toFixed(2),
    of((turn) => turn.p50Ms, 1),
    of((turn) => turn.p99Ms, 1),
    of((turn) => turn.use.statements, 2),
    of((turn) => turn.use.roundTrips, 2),
    of((turn) => turn.use.serverMs, 2),
    of((turn) => turn.use.mainMs, 2),
    of((turn) => turn.use.databaseMs, 2),
    of((turn) => turn.use.documentsMs, 2),
  ])
}

function stepLines(costs: StepCosts): string[] {
  return [
    row(['a step, one at a time', 'main us', 'statements', 'rows', 'entries', 'log bytes']),
    ...stepNames.map((step) => {
      const { mainMicroseconds, statements, rows, indexEntries, walBytes } = costs[step]
      const figures = [mainMicroseconds, statements, rows, indexEntries, walBytes]
      return row([step, ...figures.map(String)])
    }),
    '',
  ]
}

function row([title = '', ...cells]: readonly string[]): string {
  return title.padEnd(34) + cells.map((cell) => cell.padStart(12)).join('')
}

function documentsLines(documents: DocumentsBesideSales): string[] {
  const of = (figure: (turn: DocumentsBesideSales['turns'][number]) => number) =>
    median(documents.turns.map(figure)).toFixed(1)
  const change = (ratio: number, max: number) =>
    `${ratio.toFixed(2)} (wanted: ${max} or less${ratio <= max ? '' : ', MISSED'})`
  return [
    `a backlog of documents beside ${documents.salesPerSecond.toFixed(0)} sales a second, half of the full load; ${documents.documentsPerSecond.toFixed(1)} documents a second made meanwhile`,
    `  p50 of a sale: ${of((turn) => turn.without.p50Ms)} ms without, ${of((turn) => turn.beside.p50Ms)} ms with: ${change(documents.p50Ratio, documentsP50RatioMax)}`,
    `  p99 of a sale: ${of((turn) => turn.without.p99Ms)} ms without, ${of((turn) => turn.beside.p99Ms)} ms with: ${change(documents.p99Ratio, documentsP99RatioMax)}`,
    '',
  ]
}

function mixedLines({ load, memory, workbookToFormula }: NonNullable<Report['mixed']>): string[] {
  return [
    `quotes by workbook run at ${workbookToFormula.toFixed(2)} of the rate by formula (wanted: ${workbookToFormulaMin} or more)`,
    `mixed load: ${load.perSecond.toFixed(0)} a second, p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms`,
    ...memoryLines(memory),
  ]
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

/** The first error of everything that was measured, for a person. */
export function errorsIn({ courses, documents, mixed }: Report): string[] {
  const all: Measured[] = [
    ...courses.flatMap((course) => course.turns),
    ...(documents?.turns.flatMap(({ without, beside }) => [without, beside]) ?? []),
    ...(mixed === null ? [] : [mixed.load]),
  ]
  return all.map((one) => one.firstError).filter((error) => error !== null)
}
