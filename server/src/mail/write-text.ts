import type { Block, Cell, Inline } from './read-markdown.ts'
import type { MailPart } from './write-html.ts'

const ruleLength = 40

/** The same content for whoever reads text. */
export function writeText({
  body,
  footer,
}: {
  readonly body: MailPart
  readonly footer: MailPart | null
}): string {
  const parts = writeBlocks(body)
  // Two dashes and a space begin a signature, which mail programs know.
  const end = footer === null ? [] : [`-- \n${writeBlocks(footer).join('\n')}`]
  return `${[...parts, ...end].join('\n\n')}\n`
}

function writeBlocks({ blocks, text, href }: MailPart): string[] {
  const inlines = (parts: readonly Inline[]): string => parts.map(inline).join('')
  const inline = (part: Inline): string => {
    switch (part.kind) {
      case 'text':
        return oneLine(text(part.text))
      case 'strong':
      case 'emphasis':
        return inlines(part.inline)
      case 'break':
        return '\n'
      case 'link': {
        const [label, address] = [inlines(part.inline), href(part.href)]
        const plain = address.replace(/^(?:mailto|tel):/, '')
        const isShown = label === address || label.replaceAll(' ', '') === plain
        return isShown ? label : `${label} (${plain})`
      }
    }
  }
  const cells = (row: readonly Cell[]) => row.map(({ inline: parts }) => inlines(parts))

  const write = (block: Block): string => {
    switch (block.kind) {
      case 'heading': {
        const title = inlines(block.inline)
        if (block.depth > 2) return title
        return `${title}\n${(block.depth === 1 ? '=' : '-').repeat(Math.min(title.length, 60))}`
      }
      case 'paragraph':
        return inlines(block.inline)
      case 'button':
        return `${inlines(block.inline)}:\n${href(block.href)}`
      case 'list':
        return block.items
          .map((item, at) => {
            const sign = block.isNumbered ? `${at + 1}. ` : '- '
            return sign + indented(item.map(write).join('\n'), sign.length)
          })
          .join('\n')
      case 'quote':
        return `> ${block.blocks.map(write).join('\n\n').replaceAll('\n', '\n> ')}`
      case 'table': {
        const rows = block.rows.map(cells)
        const head = cells(block.head)
        const isHeaded = head.some((one) => one !== '')
        // Two columns without a head are names and values.
        const separator = isHeaded || head.length !== 2 ? ' | ' : ': '
        return [...(isHeaded ? [head] : []), ...rows].map((row) => row.join(separator)).join('\n')
      }
      case 'rule':
        return '-'.repeat(ruleLength)
    }
  }
  return blocks.map(write)
}

function indented(text: string, by: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(by)}`)
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]\s*/g, ' ')
}
