import type { AstExpression, ReferenceIdentifier } from '@borgar/fx'
import { argumentUse, declarationUse, operandUse, sizeModel } from './argument-use.ts'
import { calledName } from './called-name.ts'
import type { Use } from './scope.ts'

export interface ReferenceWalk {
  /** `model` is the range that gives the size, if the reference itself does not. */
  readonly visit: (node: ReferenceIdentifier, use: Use, model?: ReferenceIdentifier) => void
  /** How names are compared. */
  readonly nameKey: (name: string) => string
}

const nothingBound: ReadonlySet<string> = new Set()

/** Visits every reference of a formula with its use, as the compiler would; LET names are not. */
export function walkReferences(
  node: AstExpression | null,
  use: Use,
  walk: ReferenceWalk,
  bound: ReadonlySet<string> = nothingBound,
  model?: ReferenceIdentifier,
): void {
  if (node === null) return
  switch (node.type) {
    case 'ReferenceIdentifier':
      if (bound.size === 0 || !bound.has(walk.nameKey(node.value))) walk.visit(node, use, model)
      return
    case 'UnaryExpression':
    case 'BinaryExpression':
      for (const part of node.arguments) walkReferences(part, operandUse(use), walk, bound)
      return
    case 'CallExpression': {
      const name = calledName(node.callee)
      node.arguments.forEach((part, at) => {
        const partModel = sizeModel(name, at, node.arguments)
        walkReferences(part, argumentUse(name, at, use), walk, bound, partModel)
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
