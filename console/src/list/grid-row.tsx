import { useRouter } from '@tanstack/react-router'
import { memo } from 'react'
import type { Column } from './column.ts'
import { RowLink } from './row-link.tsx'

/** Drawn when it comes into view, and again only if something in it has changed: scrolling draws no row twice. */
export const GridRow = memo(PlainRow) as typeof PlainRow // A component in `memo` loses its generic row.

/** A row at its place. Its first cell is the link; a click anywhere in it follows that. */
function PlainRow<Row>({
  row,
  index,
  columns,
  top,
  template,
  path,
  name,
  isOpen,
  onOpen,
  onFocus,
}: {
  /** Undefined while it is on its way. */
  readonly row: Row | undefined
  readonly index: number
  readonly columns: readonly Column<Row>[]
  readonly top: number
  readonly template: string
  readonly path: string | undefined
  readonly name: string | undefined
  readonly isOpen: boolean
  /** Shows it beside the list. */
  readonly onOpen: ((row: Row, index: number) => void) | undefined
  readonly onFocus: (index: number) => void
}) {
  const router = useRouter()
  const peek = row === undefined || onOpen === undefined ? undefined : () => onOpen(row, index)
  const open = path === undefined ? peek : () => void router.navigate({ to: path })
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`list-row${open === undefined ? '' : ' list-row-link'}${isOpen ? ' list-row-open' : ''}`}
      data-row={index}
      data-id={name}
      tabIndex={open === undefined ? -1 : undefined}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template }}
      onFocus={() => onFocus(index)}
      onClick={(event) => {
        onFocus(index)
        // Links and buttons in the row do what they do; selecting text opens nothing.
        const isOwn = event.target instanceof Element && event.target.closest('a, button') !== null
        if (!isOwn && getSelection()?.isCollapsed !== false) open?.()
      }}
    >
      {columns.map((column, at) => (
        <span
          key={column.id}
          role="cell"
          className={column.isNumber === true ? 'number' : undefined}
        >
          {row === undefined ? (
            <span className="list-waiting" />
          ) : (
            <Cell
              column={column}
              row={row}
              path={at === 0 ? path : undefined}
              onOpen={at === 0 ? peek : undefined}
            />
          )}
        </span>
      ))}
    </div>
  )
}

function Cell<Row>({
  column,
  row,
  path,
  onOpen,
}: {
  readonly column: Column<Row>
  readonly row: Row
  readonly path: string | undefined
  readonly onOpen: (() => void) | undefined
}) {
  const content = column.cell?.(row) ?? column.text(row)
  if (path !== undefined) return <RowLink path={path}>{content}</RowLink>
  if (onOpen === undefined) return content
  return (
    <button type="button" className="row-button" onClick={onOpen}>
      {content}
    </button>
  )
}
