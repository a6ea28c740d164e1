import { setImmediate as nextTurn } from 'node:timers/promises'

/** Work that pauses after each small piece, so that it can be done at once or in slices. */
export type Work<Result> = Generator<undefined, Result>

export function atOnce<Result>(work: Generator<unknown, Result>): Result {
  for (;;) {
    const piece = work.next()
    if (piece.done === true) return piece.value
  }
}

/** Pieces between two turns; a formula takes about a tenth of a millisecond. */
const piecesPerSlice = 50

/** Lets whatever else waits have its turn between slices; null where the time is over. */
export async function inSlices<Result>(
  work: Work<Result>,
  workMsMax: number,
): Promise<Result | null> {
  const time = AbortSignal.timeout(workMsMax)
  for (let pieces = 1; !time.aborted; pieces++) {
    const piece = work.next()
    if (piece.done === true) return piece.value
    if (pieces % piecesPerSlice === 0) await nextTurn()
  }
  return null
}
