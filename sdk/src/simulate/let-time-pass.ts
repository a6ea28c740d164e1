import type { Client } from '../client.ts'
import type { Clock } from '../generated.ts'
import { pause } from '../retry.ts'
import { SimulationError } from './simulation-error.ts'

const pollMsFirst = 4
const pollMsMax = 20

/** Advances a clock, and waits until it has arrived. */
export async function letTimePass(
  client: Client,
  clockId: string,
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const { clocks } = client.manage
  let clock: Clock = await clocks.advance(clockId, { to })
  for (let ms = pollMsFirst; clock.status === 'advancing'; ms = Math.min(ms * 2, pollMsMax)) {
    await pause(ms, signal)
    clock = await clocks.show(clockId)
  }
  if (clock.status === 'ready') return
  throw new SimulationError(`The clock stopped at ${clock.at}: ${clock.failure ?? ''}`, {
    fix: `Fix the cause and advance the clock with: bindery clocks advance ${clockId} --to ${to}`,
  })
}
