import { setImmediate as nextTurn } from 'node:timers/promises'
import type { WorkbookProblem } from '@bindery/spreadsheet'
import { priceMsMax, processorMs, triesMax } from '../pace.ts'
import type { CompiledWorkbook, RecomputedFormula } from './compiled-workbook.ts'

const givenUpMs = 2_000
const formulasPerTurn = 50

export type PaceCheck =
  | { readonly ok: true; readonly recomputed: readonly RecomputedFormula[] }
  | { readonly ok: false; readonly problem: WorkbookProblem }

/**
 * Computes a workbook with what is saved in it, and refuses one that computes for too long. What
 * counts is the processor's time, which is the same on a busy machine, and not the clock's.
 */
export async function checkPace(
  { recomputing }: Pick<CompiledWorkbook, 'recomputing'>,
  msMax = priceMsMax,
): Promise<PaceCheck> {
  for (let tries = 1; ; tries++) {
    const { recomputed, ms, slowest } = await timed(recomputing())
    if (recomputed !== null && ms <= msMax) return { ok: true, recomputed }
    if (recomputed === null || tries === triesMax) return { ok: false, problem: tooSlow(slowest) }
  }
}

function tooSlow(place: string): WorkbookProblem {
  return {
    place,
    message: `A price takes more than ${priceMsMax} ms to compute, and this cell takes the longest.`,
    fix: 'Compute over smaller ranges, and put what does not depend on the customer into cells of its own.',
  }
}

async function timed(work: ReturnType<CompiledWorkbook['recomputing']>) {
  let ms = 0
  let slowest = { place: '', ms: -1 }
  for (let formulas = 1; ; formulas++) {
    const before = processorMs()
    const piece = work.next()
    const took = processorMs() - before
    ms += took
    if (piece.done === true) return { recomputed: piece.value, ms, slowest: slowest.place }
    if (took > slowest.ms) slowest = { place: piece.value, ms: took }
    if (ms > givenUpMs) return { recomputed: null, ms, slowest: slowest.place }
    if (formulas % formulasPerTurn === 0) await nextTurn()
  }
}
