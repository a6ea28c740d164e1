import type { RawRequest } from './build-request.ts'
import type { Connection } from './connection.ts'
import { operations } from './generated.ts'
import type { Answer, CallOptions, OperationId, Order, OrderArguments } from './operation.ts'
import { type Pages, pagesOf } from './pages.ts'
import { send } from './send.ts'
import { download, upload } from './transfer.ts'
import type { UploadSource } from './upload-source.ts'

/** Operations that answer a list. */
export type ListId = {
  [Id in OperationId]: Answer<Id> extends readonly unknown[] ? Id : never
}[OperationId]
export type RowOf<Id extends OperationId> = Answer<Id> extends readonly (infer Row)[] ? Row : never

/** Any operation by its name in openapi.json, typed by what that says of it. */
export interface Caller {
  readonly call: <Id extends OperationId>(
    id: Id,
    ...order: OrderArguments<Id>
  ) => Promise<Answer<Id>>
  /** A list that follows the Link header from page to page. */
  readonly list: <Id extends ListId>(id: Id, ...order: OrderArguments<Id>) => Pages<RowOf<Id>>
  /** An operation whose body is a file: it is sent as it is read, and once. */
  readonly upload: <Id extends OperationId>(
    id: Id,
    order: Omit<Order<Id>, 'body'>,
    content: { readonly source: UploadSource; readonly type: string },
  ) => Promise<Answer<Id>>
  /** An operation that answers a file, which is read as it comes. */
  readonly download: <Id extends OperationId>(
    id: Id,
    ...order: OrderArguments<Id>
  ) => AsyncIterable<Uint8Array>
}

export function callerOn(connection: Connection): Caller {
  return {
    async call<Id extends OperationId>(id: Id, ...[order]: OrderArguments<Id>) {
      const { body } = await send(connection, operations[id], plain(order))
      return body as Answer<Id> // The document says so, and the server's tests hold it to that.
    },
    list<Id extends ListId>(id: Id, ...[order]: OrderArguments<Id>) {
      const first = plain(order)
      return pagesOf<RowOf<Id>>((query) =>
        send(connection, operations[id], query === null ? first : { ...first, query }),
      )
    },
    async upload<Id extends OperationId>(
      id: Id,
      order: Omit<Order<Id>, 'body'>,
      content: { readonly source: UploadSource; readonly type: string },
    ) {
      const { body } = await upload(connection, operations[id], plain(order), content)
      return body as Answer<Id> // As above.
    },
    download: <Id extends OperationId>(id: Id, ...[order]: OrderArguments<Id>) =>
      download(connection, operations[id], plain(order)),
  }
}

/** Every typed order is made of the same parts; while `Id` is open only this much is known of it. */
function plain(order: object | undefined): RawRequest & CallOptions {
  return order ?? {}
}
