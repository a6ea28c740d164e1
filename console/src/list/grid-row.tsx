import { Link, useNavigate } from '@tanstack/react-router'
import type { Column } from './column.ts'

/** A row at its place. Its first cell is the link; a click anywhere in it follows that. */
export function GridRow<Row>({
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
  readonly onOpen: (() => void) | undefined
  readonly onFocus: () => void
}) {
  const navigate = useNavigate()
  const open = path === undefined ? onOpen : () => void navigate({ to: path })
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={`list-row${open === undefined ? '' : ' list-row-link'}${isOpen ? ' list-row-open' : ''}`}
      data-row={index}
      data-id={name}
      tabIndex={open === undefined ? -1 : undefined}
      style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template }}
      onFocus={onFocus}
      onClick={(event) => {
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
              onOpen={at === 0 ? onOpen : undefined}
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
  if (path !== undefined) return <Link to={path}>{content}</Link>
  if (onOpen === undefined) return content
  return (
    <button type="button" className="row-button" onClick={onOpen}>
      {content}
    </button>
  )
}
