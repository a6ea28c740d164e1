import type { ListId, OperationId, RowOf } from '@bindery/sdk'
import type { ReactNode } from 'react'
import type { Column, Filter } from './column.ts'

export interface ListProps<Id extends ListId> {
  /** What it is a list of, for whoever hears it, and for the file of an export. */
  readonly title: string
  readonly call: Id
  readonly params?: Readonly<Record<string, string>>
  readonly columns: readonly Column<RowOf<Id>>[]
  readonly filters?: readonly Filter[]
  readonly keyOf: (row: RowOf<Id>) => string
  /** The page of a row, below the account. */
  readonly pathOf?: (row: RowOf<Id>) => string
  /** What opens beside the list, where a row has no page of its own. */
  readonly peek?: (row: RowOf<Id>) => { readonly title: string; readonly content: ReactNode }
  /** The operation answers all rows at once, without pages. */
  readonly isWhole?: boolean
  /** Filters that hold and cannot be changed, where a list is part of another page. */
  readonly fixed?: Readonly<Record<string, string>> | undefined
  /** Filters that hold where none is chosen. */
  readonly defaults?: Readonly<Record<string, string>>
  /** The operation that streams the whole list as a file, where there is one. */
  readonly exportCall?: OperationId
  /** Stands between the filters and the rows. */
  readonly head?: ReactNode
  /** Why there is none, where nothing is filtered. */
  readonly empty: { readonly title: string; readonly hint: string }
}
