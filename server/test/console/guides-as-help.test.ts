import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readBlocks, readSpans } from '@bindery/console/src/help/read-markdown.ts'

const folder = new URL('../../../docs/guides/', import.meta.url)

const list = new URL('../../../console/src/help/guides.ts', import.meta.url)
const names = [...readFileSync(list, 'utf8').matchAll(/guides\/([\w-]+)\.md/g)].map(
  ([, name = '']) => name,
)

describe('the guides as the help shows them', () => {
  it.each(names)('%s leaves no sign of Markdown in its text', (name) => {
    const blocks = readBlocks(readFileSync(new URL(`${name}.md`, folder), 'utf8'))
    const texts = blocks.flatMap((block) =>
      block.kind === 'code'
        ? []
        : block.kind === 'list'
          ? block.items
          : block.kind === 'table'
            ? block.rows.flat()
            : [block.text],
    )
    // What is strong has spans of its own.
    const plain = texts
      .flatMap(readSpans)
      .flatMap((span) => (span.kind === 'strong' ? readSpans(span.text) : [span]))
      .filter(({ kind }) => kind === 'plain')
    expect(plain.filter(({ text }) => /`|\*\*|\]\(|^[-|#]/.test(text))).toEqual([])
    expect(blocks[0]?.kind).toBe('heading')
  })

  it('keeps a bar in a cell, and the lines of an item together', () => {
    expect(readBlocks('| a | b |\n|---|---|\n| `x\\|y` | z |')).toEqual([
      {
        kind: 'table',
        rows: [
          ['a', 'b'],
          ['`x|y`', 'z'],
        ],
      },
    ])
    expect(readBlocks('- one\n  more\n- two\n\nthen')).toEqual([
      { kind: 'list', isNumbered: false, items: ['one more', 'two'] },
      { kind: 'text', text: 'then' },
    ])
  })
})
