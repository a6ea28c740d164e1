import type { AstExpression, LetExpression } from '@borgar/fx'
import type { AnyNumber } from '../functions/index.ts'
import { declarationUse } from './argument-use.ts'
import { computed, type Expression, type Run, slotRead } from './frame.ts'
import type { Scope, Use } from './scope.ts'

/** LET(name, value, ..., result): each name may use those before it. */
export function compileLet<N extends AnyNumber>(
  node: LetExpression,
  scope: Scope<N>,
  use: Use,
  compile: (node: AstExpression | null, use: Use, scope: Scope<N>) => Expression<N>,
): Expression<N> {
  const locals = new Map(scope.locals)
  const inner: Scope<N> = { ...scope, locals }
  const settings: { readonly slot: number; readonly run: Run<N> }[] = []
  for (const { id, init } of node.declarations) {
    const expression = compile(init, declarationUse(use), inner)
    if (expression.isConstant) {
      locals.set(scope.nameKey(id.name), expression)
      continue
    }
    const slot = scope.newSlot()
    settings.push({ slot, run: expression.run })
    locals.set(scope.nameKey(id.name), slotRead(slot))
  }
  const body = compile(node.body, use, inner)
  if (body.isConstant) return body
  return computed((frame) => {
    for (const { slot, run } of settings) frame.slots[slot] = run(frame)
    return body.run(frame)
  })
}
