import { type ReadFormula, References } from '../compile/resolve-reference.ts'
import type { Workbook } from '../workbook.ts'
import type { WorkbookProblem } from '../xlsx/workbook-problem.ts'
import { type ProposedCell, distinctly } from './candidates.ts'
import { findUses } from './cell-uses.ts'
import type { LooksOf } from './looks-of.ts'
import { proposeInputs } from './propose-inputs.ts'
import { proposeOutputs } from './propose-outputs.ts'

export interface ProposedLayout {
  readonly inputs: readonly ProposedCell[]
  readonly outputs: readonly ProposedCell[]
  /** Whether amounts seem to be in euros and francs, or in cents. */
  readonly amounts: 'major' | 'minor'
  /** How many more cells look like inputs than anybody is asked about. */
  readonly unlisted: number
  /** What to think of, where nobody says otherwise. */
  readonly doubts: Readonly<Record<'inputs' | 'outputs' | 'amounts', readonly WorkbookProblem[]>>
}

const candidatesMax = 200

/** Guesses where a workbook without a layout takes answers and gives prices; null where it has none. */
export function proposeLayout(
  workbook: Workbook,
  looks: LooksOf,
  readFormula: ReadFormula,
): ProposedLayout | null {
  const references = new References(workbook, readFormula)
  const uses = findUses(references)
  if (uses === null || uses.formulas.size === 0) return null
  const found = proposeOutputs(references, uses, looks)
  if (found === null) return null
  const taken = found.outputs.filter(({ isProposed }) => isProposed)
  const { inputs, doubts } = proposeInputs(workbook, references, uses, looks, taken)
  if (inputs.length === 0) return null
  const likely = inputs.filter(({ isProposed }) => isProposed)
  const counted = likely.length > 0 ? likely : inputs
  return {
    inputs: distinctly(listed(inputs)),
    outputs: distinctly(found.outputs).slice(0, candidatesMax),
    amounts: found.amounts,
    unlisted: Math.max(0, counted.length - candidatesMax),
    doubts: { inputs: doubts, outputs: found.doubts, amounts: found.amountDoubts },
  }
}

/** As many as anybody looks through: those that are likely to be meant go first. */
function listed(inputs: readonly ProposedCell[]): readonly ProposedCell[] {
  if (inputs.length <= candidatesMax) return inputs
  const likely = inputs.filter(({ isProposed }) => isProposed)
  const others = inputs.filter(({ isProposed }) => !isProposed)
  const kept = new Set([...likely, ...others].slice(0, candidatesMax))
  return inputs.filter((one) => kept.has(one))
}
