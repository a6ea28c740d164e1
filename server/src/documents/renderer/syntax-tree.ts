/** A node of a template's syntax tree. */
export interface SyntaxNode {
  /** For example `FieldAccess` or `Ident`. */
  readonly kind: string
  /** The name of an identifier, otherwise empty. */
  readonly name: string
  readonly line: number
  readonly column: number
  readonly children: SyntaxNode[]
}

const entryPattern = /^(\s*)- s: (.*)$/
const placePattern = /&lt;(\d+):(\d+)~\d+:\d+&gt;$/
const tagPattern = /<[^>]*>/g
const identPattern = /^\(?(Ident|MathIdent|Hash): &quot;(.*)&quot;\)?$/

/**
 * Reads the tree that the compiler prints for people: one node a line, deeper ones further in, each
 * with its kind and its place.
 */
export function readSyntaxTree(printed: string): SyntaxNode {
  const root: SyntaxNode = { kind: 'File', name: '', line: 1, column: 0, children: [] }
  const open: { indent: number; node: SyntaxNode }[] = [{ indent: -1, node: root }]
  for (const line of printed.split('\n')) {
    const [, space = '', text = ''] = entryPattern.exec(line) ?? []
    if (text === '') continue
    const node = readNode(text)
    while ((open.at(-1)?.indent ?? -1) >= space.length) open.pop()
    open.at(-1)?.node.children.push(node)
    open.push({ indent: space.length, node })
  }
  return root
}

function readNode(text: string): SyntaxNode {
  const [, line, column] = placePattern.exec(text) ?? []
  const plain = text.replace(placePattern, '').replaceAll(tagPattern, '').trim()
  const label = plain.slice(plain.indexOf('::') + (plain.includes('::') ? 2 : 0))
  const [, kind, name] = identPattern.exec(label) ?? []
  return {
    kind: kind ?? label,
    name: name ?? '',
    line: Number(line ?? 1),
    column: Number(column ?? 0),
    children: [],
  }
}
