import type { BinderyError } from '@bindery/sdk'
import type { ShownCall } from '../code/shown-call.ts'

/** The account wants two people for a call: one may ask for it, and another approves. */
export class SecondPersonNeeded extends Error {
  override readonly name = 'SecondPersonNeeded'
  readonly call: ShownCall

  constructor(call: ShownCall, cause: BinderyError) {
    super(cause.message, { cause })
    this.call = call
  }
}
