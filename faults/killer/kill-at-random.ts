import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from '../installation/installation.ts'
import type { Ledger } from '../ledger.ts'
import type { Random } from '../random.ts'
import { type BlowKind, type Pace, chooseBlow, strike } from './blows.ts'
import { recoveryTimeoutMs, untilRecovered } from './recovery.ts'

export interface Killing {
  readonly kills: ReadonlyMap<BlowKind, number>
  readonly recoveriesMs: readonly number[]
}

export interface KillerOptions {
  readonly installation: Installation
  readonly ledger: Ledger
  readonly random: Random
  readonly kills: number
  /** No kill is begun after this moment of `performance.now()`. */
  readonly until: number
  readonly pace: Pace
  /** Only these kinds, one after the other; by default all of them at random. */
  readonly script?: readonly BlowKind[]
  readonly onKill?: (done: number, kind: BlowKind, victim: string) => void
}

const nobodyPauseMs = 200

/** Kills at random moments until it has killed often enough. */
export async function killAtRandom(options: KillerOptions): Promise<Killing> {
  const { installation, ledger, random, script, pace } = options
  const kills = new Map<BlowKind, number>()
  const recoveriesMs: number[] = []
  let done = 0
  let isMerciless = false
  while (done < options.kills && performance.now() < options.until) {
    if (!isMerciless) await sleep(random.between(0, pace.calmMaxMs))
    const kind = script?.[done % script.length] ?? chooseBlow(random, installation)
    const victim = await strike(kind, installation, random, pace)
    if (victim === null) {
      await sleep(nobodyPauseMs)
      continue
    }
    done++
    kills.set(kind, (kills.get(kind) ?? 0) + 1)
    ledger.note('killed', { kind, victim })
    options.onKill?.(done, kind, victim)
    isMerciless = done < options.kills && random.chance(pace.mercilessChance)
    if (isMerciless) {
      await sleep(random.between(0, pace.mercilessPauseMaxMs))
      continue
    }
    const recoveredMs = await untilRecovered(installation)
    if (recoveredMs === null) {
      ledger.violate('not everything came back by itself', { kind, victim, recoveryTimeoutMs })
    } else {
      recoveriesMs.push(recoveredMs)
      ledger.note('recovered', { kind, victim, ms: Math.round(recoveredMs) })
    }
  }
  return { kills, recoveriesMs }
}
