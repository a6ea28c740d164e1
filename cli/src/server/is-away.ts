import { BinderyError } from '@bindery/sdk'

/** Whether a server did not answer that may do so in a while. */
export function isAway(error: unknown): error is BinderyError {
  return (
    error instanceof BinderyError &&
    ['rateLimited', 'unavailable', 'network', 'timeout'].includes(error.kind)
  )
}
