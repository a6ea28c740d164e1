import { setTimeout as sleep } from 'node:timers/promises'

/** What was seen of one kind of work while it was repeated. */
export interface Measured {
  readonly name: string
  readonly done: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: number
  /** The first error, for a person. */
  readonly firstError: string | null
}

export interface Load {
  readonly name: string
  readonly seconds: number
  /** How many repeat the work side by side; each begins again as soon as it is answered. */
  readonly workers: number
  readonly work: (stopwatch: Stopwatch) => Promise<unknown>
  /** Gets how long each request took that was not refused, to count several turns together. */
  readonly onTook?: (tookMs: number) => void
}

/** Times a part of the work under a name of its own. */
export type Stopwatch = <Result>(part: string, step: () => Promise<Result>) => Promise<Result>

/** Repeats the work for the given time. The first result is the whole, then come its parts. */
export async function runLoad(load: Load): Promise<[Measured, ...Measured[]]> {
  const record = recorder(load)
  const untilMs = performance.now() + load.seconds * 1000
  async function repeat(): Promise<void> {
    while (performance.now() < untilMs) await record.time(load.work)
  }
  await Promise.all(Array.from({ length: load.workers }, repeat))
  return record.results()
}

/**
 * Begins the work at a steady pace, whether what was begun before has ended or not: as customers
 * come, who do not know of each other. Each is timed from when it was due: that we begin it late is
 * not to its credit.
 */
export async function runPaced(
  load: Omit<Load, 'workers'> & { readonly perSecond: number },
): Promise<[Measured, ...Measured[]]> {
  const record = recorder(load)
  const startedMs = performance.now()
  const count = Math.max(1, Math.floor(load.seconds * load.perSecond))
  const underWay = new Set<Promise<void>>() // What has ended is let go of, or collecting it is measured too.
  for (let begun = 0; begun < count; begun++) {
    const dueMs = startedMs + (begun * 1000) / load.perSecond
    const waitMs = dueMs - performance.now()
    if (waitMs > 0) await sleep(waitMs)
    const one = record.time(load.work, dueMs).finally(() => underWay.delete(one))
    underWay.add(one)
  }
  await Promise.all(underWay)
  return record.results()
}

function recorder({ name, onTook }: Pick<Load, 'name' | 'onTook'>) {
  const whole: number[] = []
  const parts = new Map<string, number[]>()
  const errors: unknown[] = []
  const startedMs = performance.now()
  const stopwatch: Stopwatch = async (part, step) => {
    const beganMs = performance.now()
    const result = await step()
    const known = parts.get(part)
    if (known === undefined) parts.set(part, [performance.now() - beganMs])
    else known.push(performance.now() - beganMs)
    return result
  }
  return {
    async time(work: Load['work'], sinceMs: number = performance.now()): Promise<void> {
      try {
        await work(stopwatch)
        const tookMs = performance.now() - sinceMs
        whole.push(tookMs)
        onTook?.(tookMs)
      } catch (error) {
        errors.push(error)
      }
    },
    results(): [Measured, ...Measured[]] {
      const tookSeconds = (performance.now() - startedMs) / 1000
      return [
        summarize(name, whole, tookSeconds, errors),
        ...[...parts].map(([part, times]) => summarize(part, times, tookSeconds, [])),
      ]
    },
  }
}

function summarize(
  name: string,
  timesMs: readonly number[],
  tookSeconds: number,
  errors: readonly unknown[],
): Measured {
  const sorted = Float64Array.from(timesMs).sort()
  return {
    name,
    done: sorted.length,
    perSecond: sorted.length / tookSeconds,
    p50Ms: quantileOf(sorted, 0.5),
    p99Ms: quantileOf(sorted, 0.99),
    errors: errors.length,
    firstError: errors.length > 0 ? String(errors[0]) : null,
  }
}

/** Of times in rising order. */
export function quantileOf(sorted: Float64Array, share: number): number {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? NaN
}
