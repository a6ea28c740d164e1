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
}

/** Times a part of the work under a name of its own. */
export type Stopwatch = <Result>(part: string, step: () => Promise<Result>) => Promise<Result>

/** Repeats the work for the given time. The first result is the whole, then come its parts. */
export async function runLoad(load: Load): Promise<[Measured, ...Measured[]]> {
  const whole: number[] = []
  const parts = new Map<string, number[]>()
  const errors: unknown[] = []
  const stopwatch: Stopwatch = async (part, step) => {
    const beganMs = performance.now()
    const result = await step()
    const known = parts.get(part)
    if (known === undefined) parts.set(part, [performance.now() - beganMs])
    else known.push(performance.now() - beganMs)
    return result
  }
  const startedMs = performance.now()
  const untilMs = startedMs + load.seconds * 1000
  async function repeat(): Promise<void> {
    while (performance.now() < untilMs) {
      const beganMs = performance.now()
      try {
        await load.work(stopwatch)
        whole.push(performance.now() - beganMs)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: load.workers }, repeat))
  const tookSeconds = (performance.now() - startedMs) / 1000
  return [
    summarize(load.name, whole, tookSeconds, errors),
    ...[...parts].map(([part, times]) => summarize(part, times, tookSeconds, [])),
  ]
}

function summarize(
  name: string,
  timesMs: readonly number[],
  tookSeconds: number,
  errors: readonly unknown[],
): Measured {
  const sorted = Float64Array.from(timesMs).sort()
  const quantile = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? NaN
  return {
    name,
    done: sorted.length,
    perSecond: sorted.length / tookSeconds,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    errors: errors.length,
    firstError: errors.length > 0 ? String(errors[0]) : null,
  }
}
