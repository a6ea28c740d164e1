import type { Problem } from '../../kernel/index.ts'
import { compileExpression } from '../formula/compile-expression.ts'
import { Frame, runOf } from '../formula/frame.ts'
import { readTable } from '../formula/read-table.ts'
import type { Binding } from '../formula/scope.ts'
import { show } from '../formula/show.ts'
import { parseFormula } from '../grammar/parse-formula.ts'

/** What a formula comes to, as a trace would show it; tables are given as CSV by name. */
export function formulaValue(
  formula: string,
  tables: Readonly<Record<string, string>> = {},
): string {
  const parsed = parseFormula(formula)
  if (!parsed.ok) throw new Error(parsed.message)
  const problems: Problem[] = []
  const names = new Map<string, Binding>()
  for (const [name, csv] of Object.entries(tables)) {
    const declaration = { name, file: `${name}.csv`, key: [], columns: new Map() }
    const table = readTable(declaration, declaration.file, new TextEncoder().encode(csv), problems)
    if (table !== null) names.set(name, { kind: 'table', table })
  }
  let slotCount = 0
  const expression = compileExpression(parsed.expression, {
    file: 'pricing.yaml',
    place: 'step under_test',
    names,
    problems,
    newSlot: () => slotCount++,
    useTable: () => {},
  })
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '))
  return show(runOf(expression)(new Frame([], false)))
}
