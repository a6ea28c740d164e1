import { type Problem, comparePlaces, describeProblem } from '../../kernel/index.ts'
import { problemsMax } from './part.ts'

/** The files of a folder as people think of them; others come after these. */
const fileOrder = [
  /^product\.yaml$/,
  /(^|\/)quote\.json$/,
  /(^|\/)fields\.json$/,
  /(^|\/)pricing\./,
  /(^|\/)tables\//,
  /^datasets\//,
  /^documents\//,
  /^demo\.yaml$/,
  /^tests\//,
]

/**
 * Mistakes by file and line, each once, and as many as anybody fixes in one go. What is wrong with a
 * whole file comes first; others without a line stay in the order in which their file was read.
 */
export function orderProblems(problems: readonly Problem[]): readonly Problem[] {
  const distinct = new Map(problems.map((problem) => [describeProblem(problem), problem]))
  const ordered = [...distinct.values()].sort(
    (a, b) =>
      rankOf(a.file) - rankOf(b.file) ||
      comparePlaces(a.file, b.file) ||
      lineOf(a.place) - lineOf(b.place),
  )
  if (ordered.length <= problemsMax) return ordered
  const message = `There are ${ordered.length - problemsMax} further problems.`
  const fix = 'Fix the first ones; the others may have the same cause.'
  const { file } = ordered[problemsMax] ?? { file: 'product.yaml' }
  return [...ordered.slice(0, problemsMax), { file, place: '', message, fix }]
}

const noLine = 1_000_000_000

function lineOf(place: string): number {
  if (place === '') return 0
  const [, line] = /^line (\d+)/.exec(place) ?? []
  return line === undefined ? noLine : Number(line)
}

function rankOf(file: string): number {
  const at = fileOrder.findIndex((pattern) => pattern.test(file))
  return at === -1 ? fileOrder.length : at
}
