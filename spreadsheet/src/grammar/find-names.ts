import type { AstExpression } from '@borgar/fx'

/** All names that a formula refers to, tables among them; names that LET makes are left out. */
export function findNames(expression: AstExpression): Set<string> {
  const names = new Set<string>()
  walk(expression, new Set(), names)
  return names
}

/** An argument left out stands as null in the tree. */
function walk(node: AstExpression | null, bound: ReadonlySet<string>, names: Set<string>): void {
  if (node === null) return
  switch (node.type) {
    case 'ReferenceIdentifier': {
      const name = node.kind === 'table' ? node.value.slice(0, node.value.indexOf('[')) : node.value
      if (!bound.has(name)) names.add(name)
      return
    }
    case 'UnaryExpression':
    case 'BinaryExpression':
    case 'CallExpression':
      for (const argument of node.arguments) walk(argument, bound, names)
      return
    case 'LetExpression': {
      const inner = new Set(bound)
      for (const { id, init } of node.declarations) {
        walk(init, inner, names)
        inner.add(id.name)
      }
      walk(node.body, inner, names)
      return
    }
    case 'ArrayExpression':
      for (const element of node.elements.flat()) walk(element, bound, names)
      return
    case 'LambdaExpression':
      walk(node.body, bound, names)
      return
    case 'Literal':
    case 'ErrorLiteral':
  }
}
