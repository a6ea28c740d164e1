import type { OperationId } from '@bindery/sdk'

/** A call that is on the screen: how it is named in the cache, and shown as code. */
export interface ShownCall {
  readonly id: OperationId
  readonly request: object
}
