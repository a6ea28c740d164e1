/** A mistake in a product folder: where it stands, what is wrong, and what would fix it. */
export interface Problem {
  /** Path inside the product folder, for example `pricing.yaml`. */
  readonly file: string
  /** The place inside the file: a field name, a step, a line. Empty for the whole file. */
  readonly place: string
  readonly message: string
  /** What to do about it, as a sentence. */
  readonly fix: string
}

export function describeProblem(problem: Problem): string {
  const where = problem.place === '' ? problem.file : `${problem.file}, ${problem.place}`
  return `${where}: ${problem.message} ${problem.fix}`.trimEnd()
}
