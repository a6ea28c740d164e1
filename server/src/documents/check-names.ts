import { type Json, type Problem, isJsonObject, suggest } from '../kernel/index.ts'
import type { SyntaxNode } from './renderer/syntax-tree.ts'

/** Members that pricing makes up; only a rendering shows whether they are there. */
const openPlaces: ReadonlySet<string> = new Set(['price.extra'])
const rootName = 'data'

/**
 * Every name that a source asks of its data and that is not there, whether or not a rendering would
 * come by it. Values under other names are followed where it is plain what they are: after
 * `#let sale = data.policy`, `sale.number` is looked up too.
 */
export function checkNames(file: string, tree: SyntaxNode, data: Json): Problem[] {
  const aliases = findAliases(tree)
  const problems: Problem[] = []
  walk(tree, null, (node, parent) => {
    if (node.kind !== 'FieldAccess' || parent?.kind === 'FieldAccess') return
    const chain = readChain(node)
    if (chain === null) return
    const isCalled = parent?.kind === 'FuncCall' && parent.children[0] === node
    const path = aliases.get(chain.root)
    if (path === undefined) return
    const asked = isCalled ? chain.members.slice(0, -1) : chain.members
    const problem = lookUp(file, data, path, asked)
    if (problem !== null) problems.push(problem)
  })
  return problems
}

interface Chain {
  readonly root: string
  readonly members: readonly SyntaxNode[]
}

/** `data.policy.number` as its root and its members; null where something else is asked. */
function readChain(node: SyntaxNode): Chain | null {
  const [left, ...rest] = node.children
  const member = rest.at(-1)
  if (left === undefined || member?.kind !== 'Ident') return null
  if (left.kind === 'Ident') return { root: left.name, members: [member] }
  if (left.kind !== 'FieldAccess') return null
  const before = readChain(left)
  return before && { root: before.root, members: [...before.members, member] }
}

/** Which names stand for which part of the data. A name that is bound twice stands for neither. */
function findAliases(tree: SyntaxNode): ReadonlyMap<string, readonly string[]> {
  const bound = new Map<string, number>()
  const found = new Map<string, readonly string[]>([[rootName, []]])
  walk(tree, null, (node) => {
    for (const name of boundNames(node)) bound.set(name, (bound.get(name) ?? 0) + 1)
  })
  walk(tree, null, (node) => {
    const [, target] = node.children
    const value = node.children.at(-1)
    if (node.kind !== 'LetBinding' || target?.kind !== 'Ident' || value === undefined) return
    const chain = value.kind === 'FieldAccess' ? readChain(value) : null
    const path = chain && found.get(chain.root)
    if (chain === null || path === undefined || path === null || bound.get(target.name) !== 1)
      return
    found.set(target.name, [...path, ...chain.members.map((member) => member.name)])
  })
  return found
}

/** The names that a binding, a loop or the head of a function makes. */
function boundNames(node: SyntaxNode): string[] {
  switch (node.kind) {
    case 'LetBinding': {
      const target = node.children[1]
      return target?.kind === 'Ident' ? [target.name] : identsIn(target)
    }
    case 'ForLoop':
      return identsIn(node.children[1])
    case 'Params':
    case 'ImportItems':
      return identsIn(node)
    default:
      return []
  }
}

function identsIn(node: SyntaxNode | undefined): string[] {
  if (node === undefined) return []
  if (node.kind === 'Ident') return [node.name]
  return node.children.flatMap(identsIn)
}

function lookUp(
  file: string,
  data: Json,
  path: readonly string[],
  asked: readonly SyntaxNode[],
): Problem | null {
  let value = path.reduce<Json | undefined>((whole, name) => memberOf(whole, name), data)
  const place = [...path]
  for (const { name, line } of asked) {
    // What is no object has methods and fields of its own, which a rendering judges.
    if (!isJsonObject(value) || openPlaces.has(place.join('.'))) return null
    if (!Object.hasOwn(value, name)) {
      return {
        file,
        place: `line ${line}`,
        message: `There is no ${[rootName, ...place, name].join('.')}.`,
        fix: suggest(name, Object.keys(value)),
      }
    }
    value = value[name]
    place.push(name)
  }
  return null
}

function memberOf(whole: Json | undefined, name: string): Json | undefined {
  return isJsonObject(whole) ? whole[name] : undefined
}

function walk(
  node: SyntaxNode,
  parent: SyntaxNode | null,
  visit: (node: SyntaxNode, parent: SyntaxNode | null) => void,
): void {
  visit(node, parent)
  for (const child of node.children) walk(child, node, visit)
}
