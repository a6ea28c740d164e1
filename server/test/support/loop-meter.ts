import { PerformanceObserver } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Measures what the event loop of this thread computes between two of its turns. Processor time is
 * what counts: on a busy machine the clock goes on while the loop waits for its turn. Collections of
 * garbage do not count: what they cost depends on all that is in memory, for example on the tests that
 * ran before in this process.
 */
export interface LoopMeter {
  /** The most that any one turn has taken, in milliseconds of the processor. */
  stop(): Promise<number>
}

/** Between two looks lie only turns that are shorter: one that takes longer is seen by itself. */
const lookEveryMs = 1
/** Shorter ones are of no interest. */
const turnMsMin = 10

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

interface Turn extends Span {
  readonly cpuMs: number
}

export function watchLoop(): LoopMeter {
  const collections: Span[] = []
  const observer = new PerformanceObserver((seen) => {
    for (const { startTime, duration } of seen.getEntries()) {
      collections.push({ fromMs: startTime, toMs: startTime + duration })
    }
  })
  observer.observe({ entryTypes: ['gc'] })
  const turns: Turn[] = []
  let fromMs = performance.now()
  let before = process.threadCpuUsage()
  let next: NodeJS.Timeout
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    const toMs = performance.now()
    const cpuMs = (user + system) / 1000
    if (cpuMs > turnMsMin) turns.push({ fromMs, toMs, cpuMs })
    fromMs = performance.now()
    before = process.threadCpuUsage()
    next = setTimeout(look, lookEveryMs)
  }
  next = setTimeout(look, lookEveryMs)
  return {
    async stop() {
      clearTimeout(next)
      look()
      clearTimeout(next)
      // Collections are reported in a later turn.
      for (let turn = 0; turn < 3; turn++) await nextTurn()
      observer.disconnect()
      return Math.max(0, ...turns.map((turn) => computedIn(turn, collections)))
    },
  }
}

/** Collections are known by the clock alone, so they are given their share of the turn. */
function computedIn({ fromMs, toMs, cpuMs }: Turn, collections: readonly Span[]): number {
  const within = collections.filter((one) => one.fromMs < toMs && one.toMs > fromMs)
  const collectedMs = within.reduce((sum, one) => sum + (one.toMs - one.fromMs), 0)
  return cpuMs * Math.max(0, 1 - collectedMs / (toMs - fromMs))
}

/** What `standardWork` takes where these limits were set: a quiet machine of 2026. */
const standardWorkMs = 8
const samplesMax = 5

/**
 * How much slower this thread computes now than where limits in milliseconds were set; at least 1. A
 * slow processor, a neighbour on the same core and a full cache slow the work under test and this work
 * alike, so a limit that is multiplied by it says the same on every machine.
 */
export function slowness(): number {
  const samples = Array.from({ length: samplesMax }, () => {
    const before = process.threadCpuUsage()
    standardWork()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  const median = samples.toSorted((a, b) => a - b)[Math.floor(samplesMax / 2)] ?? standardWorkMs
  return Math.max(1, median / standardWorkMs)
}

/** What the loop does all day: texts to values and back, entries in maps, bytes copied. */
function standardWork(): void {
  const rows = Array.from({ length: 4_000 }, (_, at) => ({ id: `row-${at}`, amount: at * 1.19 }))
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows // As they were written.
  const byId = new Map(read.map((row) => [row.id, row.amount]))
  const bytes = Buffer.alloc(4_000_000, JSON.stringify([...byId]))
  Buffer.concat([bytes, bytes.subarray(1)]).indexOf('not in it')
}
