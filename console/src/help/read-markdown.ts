/** As much of Markdown as the guides use. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

export type Span =
  | { readonly kind: 'plain' | 'code' | 'strong'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

const item = /^ {0,3}(?:[-*]|(\d+)\.) +(.*)$/

/** Pictures are left out: they show what the reader has beside the guide. */
export function readBlocks(markdown: string): readonly Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const heading = /^(#+) (.*)$/.exec(line)
    const [fence, indent = ''] = /^( *)```/.exec(line) ?? []
    if (fence !== undefined) {
      const end = lines.indexOf(fence, at + 1)
      const code = lines.slice(at + 1, end).map((one) => one.slice(indent.length))
      blocks.push({ kind: 'code', text: code.join('\n') })
      at = end
    } else if (heading !== null) {
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
    } else if (line.startsWith('|')) {
      const rows = linesFrom(lines, at, (one) => one.startsWith('|'))
      at += rows.length - 1
      blocks.push({ kind: 'table', rows: rows.filter((_, row) => row !== 1).map(cellsOf) })
    } else if (item.test(line)) {
      const listed = linesFrom(lines, at, (one) => item.test(one) || /^ {2,}(?!```)\S/.test(one))
      at += listed.length - 1
      const items: string[] = []
      for (const one of listed) {
        const found = item.exec(one)
        if (found === null) items.push(`${items.pop() ?? ''} ${one.trim()}`)
        else items.push(found[2] ?? '')
      }
      blocks.push({ kind: 'list', isNumbered: item.exec(line)?.[1] !== undefined, items })
    } else if (line.trim() !== '' && !line.startsWith('![')) {
      blocks.push({ kind: 'text', text: line })
    }
  }
  return blocks
}

function linesFrom(
  lines: readonly string[],
  from: number,
  belongs: (line: string) => boolean,
): readonly string[] {
  const end = lines.findIndex((line, at) => at > from && !belongs(line))
  return lines.slice(from, end === -1 ? undefined : end)
}

/** A bar in code does not end a cell. */
function cellsOf(row: string): readonly string[] {
  const cells = row
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split(/(?<!\\)\|/)
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'))
}

const span = /`([^`]+)`|\*\*([^*]+)\*\*|\[((?:`[^`]*`|[^\]`])+)\]\(([^)\s]+)\)/g

export function readSpans(text: string): readonly Span[] {
  const spans: Span[] = []
  let end = 0
  for (const found of text.matchAll(span)) {
    const [whole, code, strong, label, to] = found
    if (found.index > end) spans.push({ kind: 'plain', text: text.slice(end, found.index) })
    end = found.index + whole.length
    if (code !== undefined) spans.push({ kind: 'code', text: code })
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong })
    else spans.push({ kind: 'link', text: (label ?? '').replaceAll('`', ''), to: to ?? '' })
  }
  if (end < text.length) spans.push({ kind: 'plain', text: text.slice(end) })
  return spans
}
