import type { AstExpression, ReferenceIdentifier } from '@borgar/fx'
import { argumentUse, declarationUse, operandUse } from './argument-use.ts'
import { calledName } from './called-name.ts'
import type { Use } from './scope.ts'

export interface ReferenceWalk {
  readonly visit: (node: ReferenceIdentifier, use: Use) => void
  /** How names are told apart. */
  readonly nameKey: (name: string) => string
}

/** Visits every reference of a formula with its use, as the compiler would; LET names are not. */
export function walkReferences(
  node: AstExpression | null,
  use: Use,
  walk: ReferenceWalk,
  bound: ReadonlySet<string> = new Set(),
): void {
  if (node === null) return
  switch (node.type) {
    case 'ReferenceIdentifier':
      if (!bound.has(walk.nameKey(node.value))) walk.visit(node, use)
      return
    case 'UnaryExpression':
    case 'BinaryExpression':
      for (const part of node.arguments) walkReferences(part, operandUse(use), walk, bound)
      return
    case 'CallExpression': {
      const name = calledName(node.callee)
      node.arguments.forEach((part, at) => {
        walkReferences(part, argumentUse(name, at, use), walk, bound)
      })
      return
    }
    case 'LetExpression': {
      const inner = new Set(bound)
      for (const { id, init } of node.declarations) {
        walkReferences(init, declarationUse(use), walk, inner)
        inner.add(walk.nameKey(id.name))
      }
      walkReferences(node.body, use, walk, inner)
      return
    }
    case 'LambdaExpression':
      walkReferences(node.body, use, walk, bound)
      return
    case 'ArrayExpression':
    case 'Literal':
    case 'ErrorLiteral':
  }
}
