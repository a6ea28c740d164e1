import { Popover } from '@mantine/core'
import { useWords } from '../words/language.ts'
import { type Column, shownColumns } from './column.ts'
import { useFilters } from './use-filters.ts'
import { listWords } from './words.ts'

/** Which columns are shown, and in which order. */
export function ColumnMenu<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  const words = useWords(listWords)
  const { search, set } = useFilters()
  const shown = shownColumns(columns, search['columns'])
  const hidden = columns.filter((column) => !shown.includes(column))
  const show = (next: readonly Column<Row>[]) =>
    set({ columns: next.map(({ id }) => id).join(',') })
  const swap = (at: number, other: number) =>
    show(
      shown.map(
        (column, place) => shown[place === at ? other : place === other ? at : place] ?? column,
      ),
    )
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={300}>
      <Popover.Target>
        <button type="button" className="quiet-button">
          {words.columns}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="column-menu" aria-label={words.columnsHint}>
        <p className="quiet">{words.columnsHint}</p>
        <ul>
          {shown.map((column, at) => (
            <li key={column.id}>
              <label>
                <input
                  type="checkbox"
                  checked
                  disabled={shown.length === 1}
                  onChange={() => show(shown.filter((one) => one !== column))}
                />
                {column.title}
              </label>
              <button
                type="button"
                className="quiet-button"
                disabled={at === 0}
                aria-label={words.earlier(column.title)}
                onClick={() => swap(at, at - 1)}
              >
                ↑
              </button>
              <button
                type="button"
                className="quiet-button"
                disabled={at === shown.length - 1}
                aria-label={words.later(column.title)}
                onClick={() => swap(at, at + 1)}
              >
                ↓
              </button>
            </li>
          ))}
          {hidden.map((column) => (
            <li key={column.id}>
              <label>
                <input type="checkbox" checked={false} onChange={() => show([...shown, column])} />
                {column.title}
              </label>
            </li>
          ))}
        </ul>
        <button type="button" className="quiet-button" onClick={() => set({ columns: undefined })}>
          {words.usual}
        </button>
      </Popover.Dropdown>
    </Popover>
  )
}
