import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import type { Installation } from '../installation/installation.ts'
import type { KeptProcess } from '../installation/kept-process.ts'

const lookAgainMs = 50
const readyTimeoutMs = 5_000
/** Far more than it takes: a process starts in seconds, PostgreSQL recovers in seconds. */
export const recoveryTimeoutMs = 90_000

/** Waits, without a helping hand, until every process serves or works; null when it takes too long. */
export async function untilRecovered({ processes }: Installation): Promise<number | null> {
  const began = performance.now()
  while (performance.now() - began < recoveryTimeoutMs) {
    const ready = await Promise.all(processes.map(isReady))
    if (ready.every(Boolean)) return performance.now() - began
    await sleep(lookAgainMs)
  }
  return null
}

async function isReady(kept: KeptProcess): Promise<boolean> {
  if (!kept.isUp()) return false
  if (kept.url === null) return true
  try {
    const { statusCode, body } = await request(`${kept.url}/readyz`, {
      headersTimeout: readyTimeoutMs,
    })
    await body.dump()
    return statusCode === 200
  } catch {
    return false
  }
}
