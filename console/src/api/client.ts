import { createClient } from '@bindery/sdk'
import { fetchInSession } from './connection.ts'

/** The SDK, signed in by the cookie of this browser. */
export const client = createClient({
  baseUrl: location.origin,
  fetch: fetchInSession,
  // Waiting for the server, or for somebody to sign in, is not an attempt that took too long.
  timeoutMs: 2 ** 31 - 1,
  retries: 2,
})

/** For those who are not signed in yet: a refusal is an answer. */
export const openClient = createClient({ baseUrl: location.origin, retries: 0 })
