import { vi } from 'vitest'

/** What a test waits for comes in a moment, but a busy machine has long moments. */
const patienceMs = 20_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options })
