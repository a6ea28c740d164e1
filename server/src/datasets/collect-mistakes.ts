import type { Problem } from '../kernel/index.ts'
import { ImportRefused, problemsMax } from './import-refused.ts'

/** Collects the mistakes of a file: the first of them, and how many there are in all. */
export function collectMistakes() {
  const problems: Problem[] = []
  let total = 0
  const add = (problem: Problem) => {
    total += 1
    if (problems.length < problemsMax) problems.push(problem)
  }
  const refuse = () => {
    if (total > 0) throw new ImportRefused(problems, total)
  }
  return {
    add,
    areAny: () => total > 0,
    /** Throws them, if there are any. */
    refuse,
    /**
     * The records up to one after which the file cannot be read, which is then the last mistake.
     */
    async *upToTheLast<One>(records: AsyncIterable<One>): AsyncGenerator<One> {
      try {
        yield* records
      } catch (error) {
        if (!(error instanceof ImportRefused)) throw error
        error.problems.forEach(add)
        refuse()
      }
    },
  }
}
