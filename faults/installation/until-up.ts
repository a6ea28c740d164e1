import { setTimeout as sleep } from 'node:timers/promises'
import type { KeptProcess } from './kept-process.ts'

const lookAgainMs = 50
const startTimeoutMs = 400_000

export async function untilUp(kept: KeptProcess): Promise<void> {
  const giveUpAt = performance.now() + startTimeoutMs
  while (!kept.isUp()) {
    if (performance.now() > giveUpAt) throw new Error(`${kept.name} did not start; see its log`)
    await sleep(lookAgainMs)
  }
}
