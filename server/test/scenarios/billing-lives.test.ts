import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advanceAll, newClock } from '../builders/clock.ts'
import { checkMoney } from '../builders/money-check.ts'
import { agreedReports, expectSameAsThen } from '../builders/reports.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import type { Between } from './billing-model.ts'
import { expectAsModelled } from './billing-lives/agreement.ts'
import {
  agreeOnCommission,
  expectCommissions,
  expectStatements,
} from './billing-lives/commission.ts'
import { type Life, beginLife, start } from './billing-lives/life.ts'
import { changeTax, indexStep, raiseByIndex, taxLaws } from './billing-lives/mass-acts.ts'
import { putOnSale } from './billing-lives/on-sale.ts'
import {
  afterRenewal,
  beforeRenewal,
  declare,
  endorseNextTerm,
  indexNextTerms,
} from './billing-lives/next-term.ts'
import { doStep } from './billing-lives/steps.ts'
import { type Step, type Story, someLife } from './billing-lives/stories.ts'
import { tally } from './billing-lives/tally.ts'

/**
 * Lives of policies that are paid monthly, or quarterly or yearly from some day on, by card or by
 * transfers that are waited for, many on one clock: whatever is requested, declined, tried again, paid late, received, charged back, given back and
 * given up, after each step the ledger is that of a model that computes the same life another way.
 */

let platform: TestPlatform

/** A thousand lives take BILLING_LIVES=1000. */
const lives = Number(process.env['BILLING_LIVES'] ?? 4)
/** Draws the same lives again. */
const seed = process.env['BILLING_SEED']
const livesPerClock = Math.min(Math.ceil(lives / 2), 25)
/** Only who hangs is to meet it. */
const timeLimitMs = 240_000 + lives * 10_000

beforeAll(async () => {
  platform = await openTestPlatform({ leavesDocuments: true })
  await agreeOnCommission(platform)
})
afterAll(async () => {
  await platform.close()
  if (lives > 4) process.stdout.write(`${tally.table()}\n`)
})

const someLaws = fc.array(fc.integer({ min: -20, max: 50 }), { minLength: 2, maxLength: 2 })
const waits = fc.array(fc.constantFrom(1, 4, 9, 17, 31, 45), { minLength: 7, maxLength: 7 })

describe.each<Between>([
  { increaseDue: 'next', refund: 'credit', earned: 'premium' },
  { increaseDue: 'now', refund: 'at_once', earned: 'payment' },
])(
  'lives that are paid monthly, what costs more being due $increaseDue, what is too much being $refund, commission being earned with the $earned',
  (between) => {
    beforeAll(() => putOnSale(platform, between))

    it(
      'have in the ledger, after each step, what a plain model says',
      { timeout: timeLimitMs },
      async () => {
        let lived = 0
        const batches = Math.ceil(lives / 2 / livesPerClock)
        const batch = fc.array(someLife, { minLength: livesPerClock, maxLength: livesPerClock })
        await fc.assert(
          fc.asyncProperty(
            batch,
            waits,
            someLaws,
            fc.boolean(),
            async (stories, pauses, laws, goesOn) => {
              const isFirst = lived === 0
              lived += await liveThrough(stories, pauses, laws, between, isFirst || goesOn)
            },
          ),
          {
            numRuns: batches,
            endOnFailure: true,
            ...(seed !== undefined && { seed: Number(seed) }),
          },
        )
        await expectStatements(platform)
        expect(lived).toBe(batches * livesPerClock * 7)
        expect(await checkMoney(platform)).toMatchObject({ status: 'done', faults: [] })
      },
    )
  },
)

/** All of them on one clock; how many steps were taken. */
async function liveThrough(
  stories: readonly Story[],
  pauses: readonly number[],
  laws: readonly number[],
  between: Between,
  /** Whether they are renewed, and adjusted then. */
  goesOn: boolean,
): Promise<number> {
  let lived = 0
  const clock = await newClock(platform, start.toString())
  const begun: { readonly life: Life; readonly steps: readonly Step[]; readonly story: Story }[] =
    []
  for (const story of stories) {
    begun.push({
      life: await beginLife(platform, clock, story, between),
      steps: story.steps,
      story,
    })
  }
  let now = start
  const passTo = async (then: Temporal.Instant) => {
    now = Temporal.Instant.compare(then, now) > 0 ? then : now
    const stands = await advanceAll(platform, clock, now.toString())
    expect(stands, JSON.stringify(stands)).toMatchObject({ status: 'ready' })
    for (const { life } of begun) {
      life.model.passTo(now)
      await expectAsModelled(life)
    }
  }
  const reports: Awaited<ReturnType<typeof agreedReports>>[] = []
  let lastDay: Temporal.PlainDate | null = null
  for (const [n, pause] of pauses.entries()) {
    const law = taxLaws.findIndex(({ step }) => step === n)
    if (law !== -1) {
      lastDay = await changeTax(platform, begun, taxLaws[law], laws[law] ?? 0, lastDay)
      for (const { life } of begun) await expectAsModelled(life)
    }
    if (n === indexStep) {
      await raiseByIndex(platform, begun, laws[0] ?? 0)
      for (const { life } of begun) await expectAsModelled(life)
    }
    for (const { life, steps } of begun) {
      await doStep(life, steps[n] ?? 'nothing')
      await expectAsModelled(life)
      lived += 1
    }
    await passTo(now.add({ hours: 24 * pause }))
    const over = now.subtract({ hours: 48 }).toZonedDateTimeISO('UTC').toPlainDate()
    if (n % 3 === 0) {
      await expectCommissions(
        platform,
        begun.map(({ life }) => life),
      )
    }
    reports.push(await agreedReports(platform, over.toString()))
    await agreedReports(platform, over.add({ days: n * 37 }).toString())
  }
  if (goesOn) {
    await passTo(beforeRenewal)
    for (const { life, story } of begun) await endorseNextTerm(life, story.nextTerm)
    await indexNextTerms(
      platform,
      begun.map(({ life }) => life),
    )
    await passTo(afterRenewal)
    for (const { life, story } of begun) {
      const { declare: declared } = story.nextTerm
      if (declared !== null) await declare(life, declared)
      await expectAsModelled(life)
    }
    await passTo(now.add({ hours: 24 * 40 }))
    reports.push(await agreedReports(platform, '2028-03-31'))
  }
  const policies = new Set(begun.map(({ life }) => life.id))
  for (const report of reports) await expectSameAsThen(platform, policies, report)
  return lived
}
