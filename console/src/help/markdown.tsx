import type { ReactNode } from 'react'
import { type Block, readBlocks, readSpans } from './read-markdown.ts'
import { isGuide, openGuide } from './guides.ts'

/** A guide as elements of the page: no text of it is ever taken for HTML. */
export function Markdown({ text }: { readonly text: string }) {
  // Blocks of a text that never changes.
  return readBlocks(text).map((block, at) => <OneBlock key={at} block={block} />)
}

function OneBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h2' : block.level === 2 ? 'h3' : 'h4'
      return (
        <Heading>
          <Spans of={block.text} />
        </Heading>
      )
    }
    case 'code':
      return (
        <pre className="code" tabIndex={0}>
          {block.text}
        </pre>
      )
    case 'list': {
      const List = block.isNumbered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((one, at) => (
            <li key={at}>
              <Spans of={one} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <Table rows={block.rows} />
    case 'text':
      return (
        <p>
          <Spans of={block.text} />
        </p>
      )
  }
}

function Table({ rows: [head = [], ...rows] }: { readonly rows: readonly (readonly string[])[] }) {
  return (
    <div className="help-table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((cell, at) => (
              <th key={at} scope="col">
                <Spans of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, place) => (
                <td key={place}>
                  <Spans of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Spans({ of }: { readonly of: string }): ReactNode {
  return readSpans(of).map((one, at) => {
    if (one.kind === 'link') return <GuideLink key={at} to={one.to} text={one.text} />
    if (one.kind === 'code') return <code key={at}>{one.text}</code>
    if (one.kind === 'plain') return one.text
    return (
      <strong key={at}>
        <Spans of={one.text} />
      </strong>
    )
  })
}

/** Another guide opens in place of this one; what is not at hand here stays plain text. */
function GuideLink({ to, text }: { readonly to: string; readonly text: string }) {
  if (/^https?:/.test(to)) {
    return (
      <a href={to} target="_blank" rel="noreferrer">
        {text}
      </a>
    )
  }
  const name = to.replace(/\.md(#.*)?$/, '')
  if (!isGuide(name)) return text
  return (
    <button type="button" className="help-link" onClick={() => openGuide.set(name)}>
      {text}
    </button>
  )
}
