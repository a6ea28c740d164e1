import type { Problem } from '../failure.ts'
import type { Paint } from './paint.ts'
import { groupBy } from './group-by.ts'

/** The mistakes of a folder, gathered by file: where, what, and what would fix it. */
export function describeProblems(problems: readonly Problem[], paint: Paint): string[] {
  const byFile = groupBy(problems, (problem) => problem.file)
  return [...byFile].flatMap(([file, ofFile]) => [
    '',
    `  ${paint.bold(file)}`,
    ...ofFile.flatMap(({ place, message, fix }) => [
      `    ${place === '' ? '' : `${paint.cyan(place)}: `}${message}`,
      ...(fix === '' ? [] : [`      ${paint.dim(fix)}`]),
    ]),
    ...(file === [...byFile.keys()].at(-1) ? [''] : []),
  ])
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}
