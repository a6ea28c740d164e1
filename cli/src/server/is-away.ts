import { BinderyError } from '@bindery/sdk'

/** Whether the error is temporary: the server may answer later. */
export function isAway(error: unknown): error is BinderyError {
  return (
    error instanceof BinderyError &&
    ['rateLimited', 'unavailable', 'network', 'timeout'].includes(error.kind)
  )
}
