import type { AstExpression, ReferenceIdentifier } from '@borgar/fx'
import {
  aNumber,
  anEmptyText,
  anything,
  aText,
  aTruthValue,
  type Kinds,
  kindsOf,
} from '../engine/index.ts'
import type { CellStep } from './cell-step.ts'
import { type Area, isSingleCell } from './area.ts'
import type { CellNode } from './cell-graph.ts'
import type { CellCompiling } from './cell-scope.ts'
import type { CellId } from './grid.ts'
import { nameDepthMax } from './resolve-reference.ts'

/** What a formula can come to, given the cells that were compiled before it. */
export function kindsOfCell(
  node: CellNode,
  steps: ReadonlyMap<CellId, CellStep>,
  { references, ranges }: CellCompiling,
): Kinds {
  const ofExpression = (expression: AstExpression, depth: number): Kinds =>
    kindsOf(expression, (reference) => ofReference(reference, depth))

  function ofReference(reference: ReferenceIdentifier, depth: number): Kinds {
    const resolved = references.resolve(reference, node)
    if (resolved.kind === 'area') return ofArea(resolved.area)
    if (resolved.kind !== 'formula' || depth >= nameDepthMax) return anything
    return ofExpression(resolved.expression, depth + 1)
  }

  function ofArea(area: Area): Kinds {
    if (!isSingleCell(area)) return anything
    const { grid, top, left } = area
    const id = grid.id(top, left)
    const step = steps.get(id)
    if (step !== undefined) return step.kinds
    if (ranges.slotOf(id) !== undefined) return anything
    return kindsOfValue(grid.cellAt(top, left)?.value ?? null)
  }

  return node.expression === null ? anything : ofExpression(node.expression, 0)
}

/** A cell that nothing computes. */
function kindsOfValue(value: unknown): Kinds {
  if (typeof value === 'number') return aNumber
  if (typeof value === 'boolean') return aTruthValue
  if (typeof value === 'string') return value === '' ? anEmptyText : aText
  return anything
}
