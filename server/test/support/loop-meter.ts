/**
 * Measures what the event loop of this thread computes between two of its turns. Processor time is
 * what counts: on a busy machine the clock goes on while the loop waits for its turn.
 */
export interface LoopMeter {
  /** The most that any one turn has taken, in milliseconds of the processor. */
  stop(): number
}

/** Between two looks lie only turns that are shorter: one that takes longer is seen by itself. */
const lookEveryMs = 1

export function watchLoop(): LoopMeter {
  let worst = 0
  let before = process.threadCpuUsage()
  let next: NodeJS.Timeout
  const look = () => {
    const { user, system } = process.threadCpuUsage(before)
    worst = Math.max(worst, (user + system) / 1000)
    before = process.threadCpuUsage()
    next = setTimeout(look, lookEveryMs)
  }
  next = setTimeout(look, lookEveryMs)
  return {
    stop() {
      clearTimeout(next)
      const { user, system } = process.threadCpuUsage(before)
      return Math.max(worst, (user + system) / 1000)
    },
  }
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
