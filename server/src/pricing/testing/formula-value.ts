import type { Problem } from '../../kernel/index.ts'
import type { Decimal } from '../decimal/index.ts'
import { compileExpression, Frame, report, runOf, type Scope } from '../engine/index.ts'
import { compileReference } from '../formula/compile-reference.ts'
import { decimalArithmetic } from '../engine/index.ts'
import { formulaWords } from '../formula/formula-words.ts'
import { readTable } from '../formula/read-table.ts'
import type { Binding } from '../formula/scope.ts'
import { show } from '../formula/show.ts'
import { decimalLibrary } from '../functions/index.ts'
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
  const scope: Scope<Decimal> = {
    file: 'pricing.yaml',
    place: 'step under_test',
    problems,
    library: decimalLibrary,
    arithmetic: decimalArithmetic,
    words: formulaWords,
    locals: new Map(),
    nameKey: (name) => name,
    newSlot: () => slotCount++,
    reference: (node) =>
      compileReference(node, {
        names,
        useTable: () => {},
        report: (message, fix) => report(scope, message, fix),
      }),
  }
  const expression = compileExpression(parsed.expression, scope)
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '))
  return show(runOf(expression)(new Frame<Decimal>([], false)))
}
