import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer, MemoryUse } from './start-server.ts'

export interface MemoryReport {
  /** After a collection, so that only what is really held counts. */
  readonly before: MemoryUse
  readonly after: MemoryUse
  /** Once a second under load, collected whenever the runtime likes. */
  readonly samples: readonly MemoryUse[]
  readonly rssSlopeKbPerSecond: number
  readonly heapSlopeKbPerSecond: number
}

/** Watches the server's memory while it works, without disturbing it. */
export async function watchMemory<Result>(
  server: BenchServer,
  load: () => Promise<Result>,
): Promise<MemoryReport & { readonly result: Result }> {
  const before = await server.memory('collected memory')
  const samples: MemoryUse[] = []
  const done = new AbortController()
  const watching = (async () => {
    while (!done.signal.aborted) {
      samples.push(await server.memory('memory'))
      await sleep(1000, undefined, { signal: done.signal }).catch(() => undefined)
    }
  })()
  const result = await load()
  done.abort()
  await watching
  const after = await server.memory('collected memory')
  // The runtime takes its working set in the first half; a leak goes on in the second.
  const settled = samples.slice(Math.floor(samples.length / 2))
  return {
    result,
    before,
    after,
    samples,
    rssSlopeKbPerSecond: slopeOf(settled.map((sample) => sample.rss / 1024)),
    heapSlopeKbPerSecond: slopeOf(settled.map((sample) => sample.heapUsed / 1024)),
  }
}

/** The slope of the straight line that fits the values best, one step of time apart. */
function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let covariance = 0
  let variance = 0
  values.forEach((value, at) => {
    covariance += (at - middle) * (value - mean)
    variance += (at - middle) ** 2
  })
  return variance === 0 ? 0 : covariance / variance
}
