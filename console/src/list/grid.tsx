import type { ListId, RowOf } from '@bindery/sdk'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Failed } from '../frame/states.tsx'
import { useShortcut } from '../frame/shortcuts.ts'
import { cameBack } from '../frame/way-back.ts'
import { frameWords } from '../frame/words.ts'
import { useWords } from '../words/language.ts'
import { rowsKnown } from './chain.ts'
import { columnsThatFit, gapPixels, edgePixels } from './columns-that-fit.ts'
import { GridRow } from './grid-row.tsx'
import type { ListProps } from './list-props.ts'
import { Peek } from './peek.tsx'
import { type ListRequest, useRows } from './use-rows.ts'
import { useWidth } from './use-width.ts'
import { listWords } from './words.ts'

const rowPixels = 36
const headPixels = 32
/** Rows around what is in view, and how far ahead the next page is fetched. */
const overscan = 8
const ahead = 30
/** How long a row that is to have the focus is waited for. */
const framesMax = 60

/** The rows in view of a list, whatever its length. J and K move, Enter opens. */
export function Grid<Id extends ListId>({
  title,
  call,
  request,
  columns: chosen,
  keyOf,
  pathOf,
  peek,
  nothing,
}: ListProps<Id> & { readonly request: ListRequest; readonly nothing: ReactNode }) {
  const words = useWords(listWords)
  const frame = useWords(frameWords)
  const scroller = useRef<HTMLDivElement>(null)
  const range = useRef({ first: 0, last: ahead })
  const rows = useRows(call, request, range.current)
  const { kept } = rows
  const [opened, setOpened] = useState<{ row: RowOf<Id>; index: number } | null>(null)
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPixels,
    overscan,
    scrollMargin: headPixels,
    initialOffset: kept.scrollTop,
  })
  const items = virtual.getVirtualItems()
  const [first] = items
  const last = items.at(-1)
  range.current = { first: first?.index ?? 0, last: (last?.index ?? 0) + ahead }
  useEffect(() => {
    const { current } = scroller
    return () => {
      kept.scrollTop = current?.scrollTop ?? 0
    }
  }, [kept])

  const focus = (index: number, frames = framesMax) => {
    const at = Math.max(0, Math.min(index, rowsKnown(kept.chain.get()) - 1))
    kept.focused = at
    virtual.scrollToIndex(at, { align: 'auto' })
    // The row may only just have come into view, or the list with it.
    requestAnimationFrame(() => {
      const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${at}"]`)
      if (row == null && frames > 0) focus(at, frames - 1)
      ;(row?.querySelector<HTMLElement>('a, .row-button') ?? row)?.focus({ preventScroll: true })
    })
  }
  useEffect(() => {
    if (cameBack()) focus(kept.focused)
  }, [])
  const isInside = () => scroller.current?.contains(document.activeElement) === true
  const move = (by: number) => {
    const next = kept.focused + by
    const row = rows.rowAt(next)
    if (opened === null) return focus(isInside() ? next : kept.focused)
    if (row === undefined) return undefined
    kept.focused = next
    virtual.scrollToIndex(next, { align: 'auto' })
    return setOpened({ row, index: next })
  }
  const close = () => {
    setOpened(null)
    focus(kept.focused)
  }
  // The same functions for all rows and all times, so that a row is not drawn again for them.
  const reach = useCallback(
    (index: number) => {
      kept.focused = index
    },
    [kept],
  )
  const showBeside = useCallback(
    (row: RowOf<Id>, index: number) => {
      reach(index)
      setOpened({ row, index })
    },
    [reach],
  )
  // What an act has changed is shown at once.
  const now = opened === null ? undefined : rows.rowAt(opened.index)
  const openedRow =
    now !== undefined && opened !== null && keyOf(now) === keyOf(opened.row) ? now : opened?.row
  const shown = openedRow === undefined ? undefined : peek?.(openedRow)
  useShortcut('j', frame.moveInList, () => move(1))
  useShortcut('k', frame.moveInList, () => move(-1))

  const room = useWidth(scroller)
  const columns = useMemo(
    () => (shown === undefined ? chosen : columnsThatFit(chosen, room)),
    [chosen, shown === undefined, room],
  )
  if (rows.error !== null) return <Failed error={rows.error} again={rows.again} />
  if (rows.isEmpty) return <div className="list-empty">{nothing}</div>
  const least = columns.reduce(
    (sum, { width }) => sum + width + gapPixels,
    2 * edgePixels - gapPixels,
  )
  const template = columns
    .map(({ width, grows }) => `minmax(${width}px, ${grows === true ? '2fr' : '1fr'})`)
    .join(' ')
  return (
    <div className="list-parts">
      <div className="list" ref={scroller} tabIndex={0} role="region" aria-label={title}>
        <p className="announced" role="status">
          {words.rows(rowsKnown(kept.chain.get()), rows.isComplete)}
        </p>
        <div
          role="table"
          aria-label={title}
          aria-rowcount={rows.isComplete ? rows.count + 1 : -1}
          className="list-table"
          style={{ height: virtual.getTotalSize() + headPixels, minWidth: least }}
        >
          <div role="row" className="list-head" style={{ gridTemplateColumns: template }}>
            {columns.map(({ id, title: head, isNumber }) => (
              <span
                key={id}
                role="columnheader"
                className={isNumber === true ? 'number' : undefined}
              >
                {head}
              </span>
            ))}
          </div>
          {items.map(({ index, start }) => {
            const row = rows.rowAt(index)
            return (
              <GridRow
                key={index}
                row={row}
                index={index}
                columns={columns}
                top={start}
                template={template}
                path={row && pathOf?.(row)}
                isOpen={opened?.index === index}
                onOpen={peek === undefined ? undefined : showBeside}
                name={row && keyOf(row)}
                onFocus={reach}
              />
            )
          })}
        </div>
      </div>
      {shown !== undefined && (
        <Peek title={shown.title} onClose={close}>
          {shown.content}
        </Peek>
      )}
    </div>
  )
}
