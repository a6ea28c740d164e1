import type { ListId } from '@bindery/sdk'
import { Empty } from '../frame/states.tsx'
import { useMay } from '../session/me.ts'
import { useWords } from '../words/language.ts'
import { shownColumns } from './column.ts'
import { ColumnMenu } from './column-menu.tsx'
import { ExportButton } from './export-button.tsx'
import { StreamedExportButton } from './streamed-export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { Grid } from './grid.tsx'
import type { ListProps } from './list-props.ts'
import { useFilters } from './use-filters.ts'
import { OrderChoice } from './order-choice.tsx'
import { isSorted } from './sorted-lists.ts'
import type { ListRequest } from './use-rows.ts'
import { viewedList } from './view-lists.ts'
import { ViewMenu } from './view-menu.tsx'
import { listWords } from './words.ts'

const rowsPerPage = '100'

/** A list of any length: filters, columns, export, and the rows in view. */
export function List<Id extends ListId>(props: ListProps<Id>) {
  const words = useWords(listWords)
  const { search } = useFilters()
  const { title, call, params, columns, empty, defaults, fixed = {}, exportCall } = props
  const filters = (props.filters ?? []).filter(({ name }) => !(name in fixed))
  const names = filters.map(({ name }) => name)
  const set = Object.entries(search).filter(([name]) => names.includes(name))
  const mayBeSorted = isSorted(call)
  const order = mayBeSorted && search['order'] === 'oldest' ? { order: 'oldest' } : {}
  const wanted = { ...defaults, ...Object.fromEntries(set), ...order, ...fixed }
  const request: ListRequest = {
    ...(params === undefined ? {} : { params }),
    query: props.isWhole === true ? wanted : { limit: rowsPerPage, ...wanted },
  }
  const viewed = props.fixed === undefined ? viewedList(call) : null
  const maySave = useMay('views.use')
  const shown = shownColumns(columns, search['columns'])
  return (
    <div className="list-page">
      <FilterBar filters={filters} defaults={defaults}>
        {mayBeSorted && <OrderChoice />}
        {exportCall === undefined ? (
          <ExportButton call={call} request={request} columns={shown} name={title} />
        ) : (
          <StreamedExportButton
            call={exportCall}
            request={{ ...request, query: wanted }}
            name={title}
          />
        )}
        <ColumnMenu columns={columns} />
        {viewed !== null && maySave && <ViewMenu list={viewed} filters={wanted} />}
      </FilterBar>
      {props.head}
      <Grid
        key={JSON.stringify(request)}
        {...props}
        columns={shown}
        request={request}
        nothing={
          set.length > 0 ? (
            <Empty title={words.nothing}>{words.nothingHint}</Empty>
          ) : (
            <Empty title={empty.title}>{empty.hint}</Empty>
          )
        }
      />
    </div>
  )
}
