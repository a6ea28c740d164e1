import { type Token, type Tokens, lexer } from 'marked'

/** What a mail may contain, and nothing else. */
export type Block =
  | { readonly kind: 'heading'; readonly depth: number; readonly inline: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly inline: readonly Inline[] }
  /** A paragraph that is one link. */
  | { readonly kind: 'button'; readonly inline: readonly Inline[]; readonly href: string }
  | {
      readonly kind: 'list'
      readonly isNumbered: boolean
      readonly items: readonly (readonly Block[])[]
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'table'
      readonly head: readonly Cell[]
      readonly rows: readonly (readonly Cell[])[]
    }
  | { readonly kind: 'rule' }

export interface Cell {
  readonly align: 'left' | 'right' | 'center'
  readonly inline: readonly Inline[]
}

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly inline: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly inline: readonly Inline[] }
  | { readonly kind: 'break' }

/** Reads Markdown; `onUnknown` is called with what no mail may contain. */
export function readMarkdown(
  source: string,
  onUnknown: (what: string, raw: string) => void,
): Block[] {
  return blocksOf(lexer(source, { gfm: true }), onUnknown)
}

type OnUnknown = (what: string, raw: string) => void

function blocksOf(tokens: readonly Token[], onUnknown: OnUnknown): Block[] {
  return tokens.flatMap((token): Block[] => {
    const known = token as Tokens.Generic
    const inline = () => inlineOf(known.tokens ?? [], onUnknown)
    switch (known.type) {
      case 'space':
        return []
      case 'heading':
        return [{ kind: 'heading', depth: Number(known['depth']), inline: inline() }]
      case 'text':
        // Within a list without empty lines.
        return [{ kind: 'paragraph', inline: inline() }]
      case 'paragraph':
        return [paragraphOf(inline())]
      case 'list': {
        const { items, ordered } = token as Tokens.List
        const read = items.map((item) => blocksOf(item.tokens, onUnknown))
        return [{ kind: 'list', isNumbered: ordered, items: read }]
      }
      case 'blockquote':
        return [{ kind: 'quote', blocks: blocksOf(known.tokens ?? [], onUnknown) }]
      case 'table':
        return [tableOf(token as Tokens.Table, onUnknown)]
      case 'hr':
        return [{ kind: 'rule' }]
      default:
        onUnknown(namesOf[known.type] ?? known.type, known.raw)
        return []
    }
  })
}

/** What authors call what may not be there. */
const namesOf: Readonly<Record<string, string>> = {
  html: 'HTML',
  image: 'a picture',
  code: 'a block of code, which four spaces begin',
  codespan: 'code',
  del: 'crossed out text',
  def: 'a reference',
  checkbox: 'a checkbox',
}

function paragraphOf(inline: readonly Inline[]): Block {
  const [only] = inline
  if (inline.length === 1 && only?.kind === 'link') {
    return { kind: 'button', inline: only.inline, href: only.href }
  }
  return { kind: 'paragraph', inline }
}

function tableOf({ header, rows, align }: Tokens.Table, onUnknown: OnUnknown): Block {
  const cellOf = ({ tokens }: Tokens.TableCell, at: number): Cell => ({
    align: align[at] ?? 'left',
    inline: inlineOf(tokens, onUnknown),
  })
  return { kind: 'table', head: header.map(cellOf), rows: rows.map((row) => row.map(cellOf)) }
}

function inlineOf(tokens: readonly Token[], onUnknown: OnUnknown): Inline[] {
  return tokens.flatMap((token): Inline[] => {
    const known = token as Tokens.Generic
    const inner = () => inlineOf(known.tokens ?? [], onUnknown)
    switch (known.type) {
      case 'text':
        if (known.tokens !== undefined) return inner()
        return [{ kind: 'text', text: String(known['text']) }]
      case 'escape':
        return [{ kind: 'text', text: String(known['text']) }]
      case 'strong':
        return [{ kind: 'strong', inline: inner() }]
      case 'em':
        return [{ kind: 'emphasis', inline: inner() }]
      case 'link':
        return [{ kind: 'link', href: String(known['href']), inline: inner() }]
      case 'br':
        return [{ kind: 'break' }]
      default:
        onUnknown(namesOf[known.type] ?? known.type, known.raw)
        return []
    }
  })
}
