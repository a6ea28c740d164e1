import type { AstExpression, CallExpression } from '@borgar/fx'

/** The function's name; a LAMBDA called on the spot is known by that name, anything else by none. */
export function calledName(callee: AstExpression | CallExpression['callee']): string {
  if (callee.type === 'Identifier') return callee.name.toUpperCase()
  return callee.type === 'LambdaExpression' ? 'LAMBDA' : ''
}
