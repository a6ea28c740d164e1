import type { RawRequest } from './build-request.ts'
import type { Connection } from './connection.ts'
import { operations } from './generated.ts'
import type { Answer, CallOptions, OperationId, CallRequest, CallArguments } from './operation.ts'
import { type Pages, pagesOf } from './pages.ts'
import { send } from './send.ts'
import { download, upload } from './transfer.ts'
import type { UploadSource } from './upload-source.ts'

/** Operations that answer a list. */
export type ListId = {
  [Id in OperationId]: Answer<Id> extends readonly unknown[] ? Id : never
}[OperationId]
export type RowOf<Id extends OperationId> = Answer<Id> extends readonly (infer Row)[] ? Row : never

/** Calls any operation by its operationId in openapi.json, with its types. */
export interface Caller {
  readonly call: <Id extends OperationId>(
    id: Id,
    ...given: CallArguments<Id>
  ) => Promise<Answer<Id>>
  /** A list that follows the Link header from page to page. */
  readonly list: <Id extends ListId>(id: Id, ...given: CallArguments<Id>) => Pages<RowOf<Id>>
  /** An operation whose body is a file: it is streamed, and sent once. */
  readonly upload: <Id extends OperationId>(
    id: Id,
    options: Omit<CallRequest<Id>, 'body'>,
    content: { readonly source: UploadSource; readonly type: string },
  ) => Promise<Answer<Id>>
  /** An operation that answers a file, which is streamed. */
  readonly download: <Id extends OperationId>(
    id: Id,
    ...given: CallArguments<Id>
  ) => AsyncIterable<Uint8Array>
}

export function callerOn(connection: Connection): Caller {
  return {
    async call<Id extends OperationId>(id: Id, ...[options]: CallArguments<Id>) {
      const { body } = await send(connection, operations[id], plain(options))
      return body as Answer<Id> // The document says so, and the server's tests hold it to that.
    },
    list<Id extends ListId>(id: Id, ...[options]: CallArguments<Id>) {
      const first = plain(options)
      return pagesOf<RowOf<Id>>((query) =>
        send(connection, operations[id], query === null ? first : { ...first, query }),
      )
    },
    async upload<Id extends OperationId>(
      id: Id,
      options: Omit<CallRequest<Id>, 'body'>,
      content: { readonly source: UploadSource; readonly type: string },
    ) {
      const { body } = await upload(connection, operations[id], plain(options), content)
      return body as Answer<Id> // As above.
    },
    download: <Id extends OperationId>(id: Id, ...[options]: CallArguments<Id>) =>
      download(connection, operations[id], plain(options)),
  }
}

/** All typed arguments have the same parts; a generic `Id` hides that from the compiler. */
function plain(options: object | undefined): RawRequest & CallOptions {
  return options ?? {}
}
