import { sql } from '../../src/database/index.ts'
import { lockPolicies } from '../../src/policies/index.ts'
import { type PolicyId, mintId } from '../../src/kernel/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import { undocumented } from '../support/documented-states.ts'

/** A dispute of the payment of a policy, as if its provider had reported it. */
export async function disputeOf(platform: TestPlatform, policyId: string): Promise<string> {
  const id = mintId('dsp', platform.clock())
  await platform.db.transaction(async (tx) => {
    await lockPolicies(tx, [policyId as PolicyId]) // As the platform named it.
    await tx.query(undocumented)
    await tx.query(sql`
      insert into disputes (id, payment_id, policy_id, insurer_id, distributor_id, product_id,
        livemode, provider, reference, state, amount, currency, fee, reason, evidence_due_at, url,
        is_loss, opened_at)
      select ${id}, id, policy_id, insurer_id, distributor_id, product_id, livemode, 'stripe',
        ${id}, 'needs_response', amount, currency, 2000, 'fraudulent', ${platform.clock()},
        'https://dashboard.stripe.com/test/disputes/dp_1', false, ${platform.clock()}
      from payments where policy_id = ${policyId} order by id limit 1`)
  })
  return id
}

/** The provider has ten less than the payment of a policy, for three days. */
export async function differenceOf(platform: TestPlatform, policyId: string): Promise<string> {
  const now = platform.clock()
  const id = mintId('rcn', now)
  await platform.db.query(sql`
    insert into reconciliation_items (id, insurer_id, livemode, provider, kind, state, problem,
      reference, source, type, amount, fee, currency, happened_at, payment_id, own_amount,
      difference, checked_at)
    select ${id}, insurer_id, livemode, 'stripe', 'payment', 'unmatched',
      'other_amount', ${`txn_${id}`}, 'ch_1', 'charge', amount - 1000, 2217, currency,
      ${now.subtract({ hours: 72 })}, id, amount, -1000, ${now}
    from payments where policy_id = ${policyId} order by id limit 1`)
  return id
}
