import { expect } from 'vitest'
import { sql } from '../../src/database/index.ts'
import { recordEvents } from '../../src/events/index.ts'
import { type ClockId, type DunningCaseId, type PolicyId, mintId } from '../../src/kernel/index.ts'
import { lockPolicies, selectPolicy } from '../../src/policies/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { dunnedBy, publishedDraft, withoutLaw, withoutRenewal } from './draft.ts'
import { managerOn } from './manager.ts'
import { advanceAll, newClock } from './clock.ts'
import { type Seller, sellerOn, soldPolicy } from './sale.ts'

/** As under the law of Germany, but whatever day the grace ends on: a month later a payment still helps. */
export const germanSteps = `
dunning:
  reminders:
    - { after_days: 10 }
  notice: { after_days: 24, grace_days: 17, fee: 500 }
  revival_months: 1
`

/** Puts a cyber product on sale anew: on account, under no law, and followed by these steps. */
export async function dunCyber(
  platform: TestPlatform,
  steps = germanSteps,
  product: 'cyber' | 'cyber-formula' = 'cyber',
): Promise<void> {
  await publishedDraft(platform, product, {
    'product.yaml': (text) => {
      const onAccount = text.replace('    methods:', '    receipts: tracked\n    methods:')
      return dunnedBy(withoutLaw(withoutRenewal(onAccount)), steps)
    },
  })
}

export interface ShownCase {
  readonly id: string
  readonly state: string
  readonly step: string
  readonly overdue: number
  readonly grace_until: string | null
  readonly letters: readonly {
    readonly kind: string
    readonly date: string
    readonly total: number
    readonly void_reason: string | null
    readonly cover_until: string | null
  }[]
}

/** The cases of a policy, newest first. */
export async function casesOf(platform: TestPlatform, policyId: string): Promise<ShownCase[]> {
  const manager = managerOn(platform)
  const found = await manager.get(`/manage/dunning?policy_id=${policyId}`)
  expect(found.statusCode, found.body).toBe(200)
  return Promise.all(
    found
      .json<{ id: string }[]>()
      .map(async ({ id }) => (await manager.get(`/manage/dunning/${id}`)).json<ShownCase>()),
  )
}

export interface OnAccount {
  readonly clock: ClockId
  readonly seller: Seller
  readonly id: string
  readonly invoiceId: string
}

/** A policy from 1 June 2031 on, on a clock, whose invoice is due on that day and open. */
export async function soldUnpaid(
  platform: TestPlatform,
  product: 'cyber' | 'cyber-formula' = 'cyber',
): Promise<OnAccount> {
  const clock = await newClock(platform, '2031-05-01T10:00:00Z')
  const seller = sellerOn(platform, { clock, product })
  const { id } = await soldPolicy(seller, { quote: { data: { policy_start_date: '2031-06-01' } } })
  const found = await managerOn(platform).get(`/manage/invoices?policy_id=${id}`)
  const [invoice] = found.json<{ id: string; state: string }[]>()
  expect(invoice).toMatchObject({ state: 'open' })
  return { clock, seller, id, invoiceId: invoice?.id ?? '' }
}

/** A case that was just opened, of a policy on a clock of its own: puts cyber-formula on sale anew. */
export async function openCaseId(platform: TestPlatform): Promise<string> {
  await dunCyber(platform, germanSteps, 'cyber-formula')
  const { clock, id } = await soldUnpaid(platform, 'cyber-formula')
  await advanceAll(platform, clock, '2031-06-03T10:00:00Z')
  const [open] = await casesOf(platform, id)
  if (open === undefined) throw new Error('nobody follows what is overdue')
  return open.id
}

/** A case as if its policy had lapsed and its notice had come back since: a person decides. */
export async function lapseInDoubt(platform: TestPlatform, caseId?: string): Promise<string> {
  const id = caseId ?? (await openCaseId(platform))
  const { policy_id } = (await managerOn(platform).get(`/manage/dunning/${id}`)).json<{
    policy_id: PolicyId
  }>()
  await platform.db.transaction(async (tx) => {
    await lockPolicies(tx, [policy_id])
    await tx.query(sql`
      update dunning_cases set state = 'lapsed', step = 'notice_sent', grace_until = '2031-06-30',
        closed_at = now(), unproven_since = '2031-07-02'
      where id = ${id}`)
    const policy = await selectPolicy(tx, policy_id)
    if (policy === undefined) throw new Error(`there is no policy ${policy_id}`)
    const { livemode, insurerId, distributorId, versionId: version_id, currency } = policy
    const about = {
      id: id as DunningCaseId,
      policyId: policy_id,
      livemode,
      insurerId,
      distributorId,
    } // As the API gives it.
    const letter = { letter_id: mintId('dnl', platform.clock()), number: 1, amount: 1, currency }
    const data = { policy_id, ...letter, version_id, cover_until: '2031-06-30' }
    await recordEvents(tx, [{ type: 'dunning.lapsed', about, data }], platform.clock())
  })
  return id
}
