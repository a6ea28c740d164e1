import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { shareBacklog } from '../../src/deadlines/index.ts'
import { keepFigures } from '../../src/figures/keep-figures.ts'
import type { PolicyId } from '../../src/kernel/index.ts'
import { lockPolicies, openDatedPolicies } from '../../src/policies/index.ts'
import { publishedDraft, withoutRenewal } from '../builders/draft.ts'
import { checkMoney } from '../builders/money-check.ts'
import { madeOffer, sellerOn } from '../builders/sale.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import { selectJobsOfTask } from '../support/queue.ts'
import { testStart } from '../support/test-start.ts'
import { type StatementCounts, watchStatements } from '../support/watch-statements.ts'

let platform: TestPlatform
let counts: StatementCounts
beforeAll(async () => {
  platform = await openTestPlatform()
  const { pool } = platform.db
  counts = watchStatements(pool)
  while (pool.idleCount > 0) (await pool.connect()).release(true) // They were not watched.
  await publishedDraft(platform, 'cyber', { 'product.yaml': withoutRenewal })
})
afterAll(() => platform.close())
beforeEach(() => platform.clock.set(testStart))

/** Policies of yearly instalments, whose first year is paid by card, as each card is scripted. */
async function soldByCard(mandates: readonly string[]): Promise<PolicyId[]> {
  const seller = sellerOn(platform)
  const sold: PolicyId[] = []
  for (const mandate of mandates) {
    const offer = await madeOffer(seller, { quote: { data: { policy_start_date: tomorrow() } } })
    const card = { provider: 'sandbox', method: 'card', sandbox: { mandate } }
    const paid = await seller.pay(offer, card)
    expect(paid.statusCode, paid.body).toBe(200)
    sold.push(offer.id as PolicyId) // As the platform named it.
  }
  return sold
}

const tomorrow = () =>
  platform.clock().toZonedDateTimeISO('UTC').toPlainDate().add({ days: 1 }).toString()

/** How the second year of each stands: its invoice, and what was collected for it. */
async function secondYears(ids: readonly PolicyId[]): Promise<string[]> {
  const rows = await platform.db.query<{ id: PolicyId; line: string }>(sql`
    select p.id, concat_ws(' ', i.state, y.status, y.error_code, f.attempts) as line
    from policies p
      left join invoices i on i.policy_id = p.id and i.kind = 'instalment'
      left join payments y on y.invoice_id = i.id
      left join deadline_failures f on f.policy_id = p.id
    where p.id = any(${ids})`)
  const lines = new Map(rows.map((row) => [row.id, row.line]))
  return ids.map((id) => lines.get(id) ?? '')
}

const nextYear = () => platform.clock.advance({ years: 1, days: 2 })
const aYearLater = async () => {
  nextYear()
  await platform.handlers.sweep({})
}

describe('instalments that fall due together', () => {
  it('cost a few statements each, and not fifty', async () => {
    const ids = await soldByCard(Array.from({ length: 12 }, () => 'ok'))
    await aYearLater() // Once, so that all is known that is read once.
    const sweep = async () => {
      const before = counts.statements
      await platform.handlers.sweep({})
      return counts.statements - before
    }
    const ofOtherRooms = await sweep()
    nextYear()
    await keepFigures(platform) // The figures of a year cost what its days do, whoever pays.
    const statements = await sweep()
    expect(await paymentsOf(ids)).toBe(36)
    expect(statements - ofOtherRooms).toBeLessThan(12 * 6)
  })

  it('leave no job behind that asks about what is known', async () => {
    const ids = await soldByCard(['ok', 'ok'])
    await aYearLater()
    const jobs = await platform.db.query(selectJobsOfTask('settle_payment', ids))
    expect([await secondYears(ids), jobs]).toEqual([['settled ok', 'settled ok'], []])
  })

  it('each end as its own card does, and one that cannot be read harms no other', async () => {
    const ids = await soldByCard(['ok', 'soft_decline', 'ok', 'hard_decline', 'charge_back'])
    await platform.db.query(sql`
      delete from policy_secrets where policy_id = ${ids[2]} and kind = 'mandate'`)
    await aYearLater()
    expect(await secondYears(ids)).toEqual([
      'settled ok',
      'open failed card_declined',
      '1',
      'open failed card_closed',
      'settled ok',
    ])
    expect(await checkMoney(platform)).toMatchObject({ faults: [] })
  })
})

async function paymentsOf(ids: readonly PolicyId[]): Promise<number> {
  const [row] = await platform.db.query<{ count: number }>(sql`
    select count(*) from payments where policy_id = any(${ids}) and status = 'ok'`)
  return row?.count ?? 0
}

/** One look finds a thousand at most. */
const moreThanOneLook = 1_001

describe('a backlog', () => {
  it('is worked off by every process, and not by the one alone that sweeps', async () => {
    const elsewhere = await openTestPlatform({
      beside: { platform, connection: platform.connection },
    })
    try {
      const ids = await soldByCard(['ok', 'ok', 'ok', 'ok', 'ok', 'ok'])
      await platform.db.transaction(async (tx) => {
        await lockPolicies(tx, ids)
        await tx.query(sql`
          insert into deadlines (policy_id, kind, key, due_at)
          select (${ids}::text[])[1 + n % 6], 'proposal', n::text, ${testStart}
          from generate_series(1, ${moreThanOneLook}::int) as n`)
      })
      platform.clock.advance({ minutes: 1 })
      const doneBy = { sweeper: new Set<PolicyId>(), helper: new Set<PolicyId>() }
      const helped = Promise.withResolvers<void>()
      const backlogOf = (who: keyof typeof doneBy, by: TestPlatform) => {
        const duty = async (_tx: unknown, { policyId }: { readonly policyId: PolicyId }) => {
          // Beside customers the sweep takes four policies, which nobody else can have meanwhile.
          if (who === 'sweeper') await helped.promise
          doneBy[who].add(policyId)
          if (who === 'helper' && doneBy.helper.size === 2) helped.resolve()
        }
        return shareBacklog({
          db: by.db,
          feed: by.feed,
          clock: by.clock,
          portfolio: openDatedPolicies(by.db),
          duties: {
            proposal: duty,
            settlement: duty,
            renewal: duty,
            collection: duty,
            instalment: duty,
            next_term: duty,
            dunning: duty,
          },
          isAnybodyServed: () => who === 'sweeper',
          onFailure: ({ err }) => helped.reject(err),
        })
      }
      const helper = backlogOf('helper', elsewhere).keepHelping((error) => helped.reject(error))
      await backlogOf('sweeper', platform).run()
      await helper.stop()
      // It may have come first, and have them all.
      expect(doneBy.helper.size).toBeGreaterThanOrEqual(2)
      const [left] = await platform.db.query<{ count: number }>(sql`
        select count(*) from deadlines where kind = 'proposal' and done_at is null`)
      expect(left).toEqual({ count: 0 })
    } finally {
      await elsewhere.close()
    }
  })
})
