import { type Problem, describeProblem } from '../kernel/index.ts'

/** An import that was refused whole, with the places of its mistakes. */
export class ImportRefused extends Error {
  /** The first of them. */
  readonly problems: readonly Problem[]
  /** How many there are in all. */
  readonly total: number

  constructor(problems: readonly Problem[], total = problems.length) {
    super(problems.map(describeProblem).join('\n'))
    this.name = 'ImportRefused'
    this.problems = problems
    this.total = total
  }
}

export const problemsMax = 20
