import type { Problem } from '@bindery/rules/words'

/** A mistake in a workbook; the caller adds the name of the file. */
export type WorkbookProblem = Omit<Problem, 'file'>

/** Ends the reading of a file that cannot be read; `orUnreadable` catches it. */
export class UnreadableWorkbook extends Error {
  readonly problem: WorkbookProblem

  constructor(place: string, message: string, fix: string) {
    super(message)
    this.name = 'UnreadableWorkbook'
    this.problem = { place, message, fix }
  }
}

export function damaged(place: string, what: string): UnreadableWorkbook {
  return new UnreadableWorkbook(
    place,
    `The file is damaged: ${what}.`,
    'Open it in a spreadsheet program, save it again as .xlsx and send it once more.',
  )
}

export function tooLarge(place: string, message: string, fix: string): UnreadableWorkbook {
  return new UnreadableWorkbook(place, message, fix)
}

/** What the work comes to, or what is wrong with the file that it reads. */
export function orUnreadable<Result>(
  work: () => Result,
): Result | { readonly problem: WorkbookProblem } {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof UnreadableWorkbook)) throw error
    return { problem: error.problem }
  }
}
