import type { AstExpression, ReferenceIdentifier } from '@borgar/fx'
import type { Problem } from '@bindery/rules/words'
import {
  compileExpression,
  computed,
  constant,
  type Expression,
  nothing,
  report,
  type Scope,
  type Use,
  type Words,
  walkReferences,
} from '../engine/index.ts'
import { type Library, wrongValue } from '../functions/index.ts'
import type { TakenElsewhere, UseOfOtherFile } from './other-files.ts'
import { columnsMax } from '../xlsx/cell-address.ts'
import { type Area, beside, isSingleCell, isWholeColumn, resized } from './area.ts'
import { doubleArithmetic } from './double-arithmetic.ts'
import type { RangeValues } from './range-values.ts'
import { nameDepthMax, type References, type FormulaPlace } from './resolve-reference.ts'

/** What all formulas of a workbook are compiled with. */
export interface CellCompiling {
  readonly file: string
  readonly problems: Problem[]
  readonly words: Words
  readonly library: Library<number>
  readonly references: References
  readonly ranges: RangeValues
  readonly newSlot: () => number
  /** What the formulas take from other files, as far as they were compiled. */
  readonly otherFiles: UseOfOtherFile[]
}

/** Compiles the formula of a cell, which may use cells that were compiled before. */
export function compileCell(
  expression: AstExpression,
  at: FormulaPlace,
  use: Use,
  compiling: CellCompiling,
): Expression<number> {
  const lastRow = lastRowUsed(expression, at, compiling.references)
  const noted = new Set<string>()
  const scope: Scope<number> = {
    file: compiling.file,
    place: at.grid.placeOf(at.row, at.column),
    problems: compiling.problems,
    library: compiling.library,
    arithmetic: doubleArithmetic,
    words: compiling.words,
    locals: new Map(),
    nameKey: (name) => name.toLowerCase(),
    newSlot: compiling.newSlot,
    reference: (node, nodeUse, model) => reference(node, nodeUse, [], model),
  }

  function reference(
    node: ReferenceIdentifier,
    nodeUse: Use,
    /** The names it is reached through. */
    through: readonly string[],
    model?: ReferenceIdentifier,
  ): Expression<number> {
    const sized = compiling.references.sized(node, model, at)
    if (sized !== null) return rangeValue(resized(sized.area, clipped(sized.model, lastRow)))
    const resolved = compiling.references.resolve(node, at)
    switch (resolved.kind) {
      case 'mistake':
        report(scope, resolved.message, resolved.fix)
        return nothing
      case 'elsewhere':
        noteUse(resolved.taken, through[0] ?? null)
        // Not known, so that nothing is said of what follows from it.
        return computed<number>(() => null)
      case 'area':
        return areaValue(resolved.area, nodeUse)
      case 'formula':
        if (through.length >= nameDepthMax) {
          report(scope, `The name ${resolved.name} stands for itself.`, 'Define it anew.')
          return nothing
        }
        return compileExpression(
          resolved.expression,
          {
            ...scope,
            reference: (inner, innerUse, innerModel) =>
              reference(inner, innerUse, [...through, resolved.name], innerModel),
          },
          nodeUse,
        )
    }
  }

  function noteUse(taken: TakenElsewhere, through: string | null): void {
    const key = `${taken.file} ${taken.what}`
    if (noted.has(key)) return
    noted.add(key)
    compiling.otherFiles.push({ ...taken, place: scope.place, through })
  }

  function areaValue(area: Area, nodeUse: Use): Expression<number> {
    if (nodeUse === 'value') {
      const cell = beside(area, at.row, at.column)
      return cell === null ? constant<number>(wrongValue) : compiling.ranges.cell(cell)
    }
    return rangeValue(isSingleCell(area) ? area : clipped(area, lastRow))
  }

  function rangeValue(area: Area): Expression<number> {
    if (isSingleCell(area)) return compiling.ranges.cell(area)
    const value = compiling.ranges.range(area)
    if (value !== null) return value
    report(
      scope,
      'The ranges of cells that formulas use are too large: more than a million cells in one, or three million in all.',
      'Name smaller ranges, and the same one where several formulas use nearly the same.',
    )
    return nothing
  }

  return compileExpression(expression, scope, use)
}

/** Whole columns end where the longest of the sheets that the formula takes them from ends. */
function lastRowUsed(
  expression: AstExpression,
  at: FormulaPlace,
  references: References,
  depth = 0,
): number {
  let last = 1
  walkReferences(expression, 'range', {
    nameKey: (name) => name.toLowerCase(),
    visit: (node, _, model) => {
      const sized = references.sized(node, model, at)
      if (sized !== null) {
        if (isWholeColumn(sized.model)) last = Math.max(last, sized.area.grid.lastRow)
        return
      }
      const resolved = references.resolve(node, at)
      if (resolved.kind === 'area' && isWholeColumn(resolved.area)) {
        last = Math.max(last, resolved.area.grid.lastRow)
      } else if (resolved.kind === 'formula' && depth < nameDepthMax) {
        last = Math.max(last, lastRowUsed(resolved.expression, at, references, depth + 1))
      }
    },
  })
  return last
}

function clipped(area: Area, lastRow: number): Area {
  const right = Math.min(area.right, Math.max(area.left, area.grid.lastColumn))
  if (!isWholeColumn(area)) return area.right < columnsMax ? area : { ...area, right }
  const bottom = Math.max(area.top, lastRow)
  return { ...area, bottom, right: area.right < columnsMax ? area.right : right }
}
