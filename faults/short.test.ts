import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '@bindery/server/test/support/server-process.ts'
import { type Founding, found } from './installation/founding.ts'
import type { Topology } from './installation/installation.ts'
import type { BlowKind } from './killer/blows.ts'
import { runDrill } from './drill/run-drill.ts'
import { runFaults } from './run-faults.ts'

let folder: string
let founding: Founding
beforeAll(async () => {
  folder = await temporaryFolder()
  founding = await found(folder, { hasPlainLetters: true, sellsWithStripe: false })
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))

/** A few deaths each; `npm run faults` draws them at random, and goes on for long. */
const scripts: Readonly<Record<Topology, readonly BlowKind[]>> = {
  together: ['server killed', 'PostgreSQL killed', 'backend killed'],
  apart: ['worker killed', 'PostgreSQL killed', 'server killed', 'backends cut off'],
}
const pace = {
  mercilessChance: 0.4,
  mercilessPauseMaxMs: 500,
  calmMaxMs: 500,
  freezeMaxMs: 1_000,
  longFreezeChance: 0,
}
const seedsMax = 1_000_000
/** A machine with much else to do takes many times as long; the audit reports what hangs. */
const timeoutMs = 900_000

describe('everything that was acknowledged is there exactly once, and the money balances,', () => {
  // Side by side: while one installation waits for a process to start, the other sells.
  it.concurrent.each([
    ['however one process with its database is killed', 'together'],
    ['however servers, workers and their database are killed', 'apart'],
  ] as const)(
    '%s',
    async (_, topology) => {
      const script = scripts[topology]
      const seed = Math.floor(Math.random() * seedsMax)
      const { ledger, kills } = await runFaults({
        topology,
        folder,
        founding,
        seed,
        script,
        kills: script.length,
        minutes: 12,
        customers: 2,
        pauseMs: 400,
        pace,
        isHurried: true,
        sellsWithStripe: false,
        report: () => undefined,
      })
      expect(ledger.violations, `with seed ${seed}`).toEqual([])
      expect([...kills.keys()].toSorted()).toEqual(script.toSorted())
    },
    timeoutMs,
  )

  it.concurrent(
    'when the primary is lost and its standby is promoted',
    async () => {
      const seed = Math.floor(Math.random() * seedsMax)
      const { ledger, failovers } = await runDrill({
        folder,
        founding,
        seed,
        failovers: 1,
        minutes: 12,
        customers: 2,
        pauseMs: 400,
        isHurried: true,
        byPatroni: false,
        costTurns: 0,
        report: () => undefined,
      })
      expect(ledger.violations, `with seed ${seed}`).toEqual([])
      expect(failovers.map(({ timeline }) => timeline)).toEqual([2])
    },
    timeoutMs,
  )
})
