import { vi } from 'vitest'

/**
 * What a test waits for comes in a moment, but a slow and busy machine has long moments. The same holds
 * for `expect.poll`, by the configuration of the runner; no test says a time of its own.
 */
const patienceMs = 120_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options })
