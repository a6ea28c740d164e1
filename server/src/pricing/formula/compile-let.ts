import type { AstExpression, LetExpression } from '@borgar/fx'
import { computed, type Expression, type Run } from './frame.ts'
import type { Scope } from './scope.ts'

/** LET(name, value, ..., result): each name may use those before it. */
export function compileLet(
  node: LetExpression,
  scope: Scope,
  compile: (node: AstExpression | null, scope: Scope) => Expression,
): Expression {
  const names = new Map(scope.names)
  const inner: Scope = { ...scope, names }
  const settings: { readonly slot: number; readonly run: Run }[] = []
  for (const { id, init } of node.declarations) {
    const expression = compile(init, inner)
    if (expression.isConstant) {
      names.set(id.name, { kind: 'value', expression })
      continue
    }
    const slot = scope.newSlot()
    settings.push({ slot, run: expression.run })
    const read = computed((frame) => frame.slots[slot] ?? null)
    names.set(id.name, { kind: 'value', expression: read })
  }
  const body = compile(node.body, inner)
  if (body.isConstant) return body
  return computed((frame) => {
    for (const { slot, run } of settings) frame.slots[slot] = run(frame)
    return body.run(frame)
  })
}
