import type { Problem } from '../../kernel/index.ts'
import type { Difference } from '../../products/index.ts'

const problemsMax = 300
const sentenceCharactersMax = 2_000
const differencesMax = 2_000
const differencesCharactersMax = 2 * 1024 * 1024

/** The first problems, as many as a person reads, each cut to a readable length. */
export function boundProblems(problems: readonly Problem[]): Problem[] {
  const shown = problems.slice(0, problemsMax).map(({ file, place, message, fix }) => ({
    file: shortened(file),
    place: shortened(place),
    message: shortened(message),
    fix: shortened(fix),
  }))
  if (problems.length <= problemsMax) return shown
  const fix = 'Fix the first ones; the others may have the same cause.'
  const message = `There are ${problems.length - problemsMax} further problems.`
  return [...shown, { file: shown[0]?.file ?? '', place: '', message, fix }]
}

function shortened(text: string): string {
  return text.length <= sentenceCharactersMax ? text : `${text.slice(0, sentenceCharactersMax)}…`
}

/** Differences in the order in which they are found, up to the size of one answer. */
export function boundDifferences(differences: readonly Difference[]): Difference[] {
  let characters = 0
  const shown = differences.slice(0, differencesMax).filter(({ before, after }) => {
    characters += JSON.stringify([before, after]).length
    return characters <= differencesCharactersMax
  })
  const omitted = differences.length - shown.length
  if (omitted === 0) return shown
  const after = `and ${omitted} further differences`
  return [...shown, { area: 'files', change: 'changed', place: '…', before: null, after }]
}
