import type { FaultyDatabase } from '../installation/database.ts'
import type { Call, Ledger } from '../ledger.ts'
import { quoteIdOf } from './acknowledged.ts'

/**
 * No request was carried out twice, acknowledged or not: what was made carries the key of its request,
 * and of payments, which cannot, a policy has no more than were requested for it.
 */
export async function auditTransactions(database: FaultyDatabase, ledger: Ledger): Promise<void> {
  const made = await database.ask<{ call: Call; key: string; ids: string[] }>(`
    select 'offer' as call, metadata ->> 'request_key' as key, array_agg(id) as ids
    from policies group by 2
    union all select 'quote', customer_input ->> 'request_key', array_agg(id) from quotes group by 2
    union all select 'cancellation', details ->> 'reason', array_agg(id)
    from policy_versions where kind = 'cancellation' group by 2
    union all select 'receipt', split_part(reference, ' ', 2), array_agg(id) from bank_receipts group by 2
    union all select 'key', name, array_agg(id) from api_keys where name <> 'demo' group by 2`)
  const perKey = new Map(made.map((one) => [one.key, one]))
  for (const { call, key, ids } of made) {
    if (ids.length > 1) ledger.violate('an Idempotency-Key had two effects', { call, key, ids })
    if (!ledger.requests.has(key))
      ledger.violate('something that nobody requested', { call, key, ids })
  }
  for (const { call, key, id } of ledger.acknowledged.values()) {
    if (call === 'payment' || call === 'clock' || call === 'advance') continue
    const ids = perKey.get(key)?.ids ?? []
    const madeId = call === 'quote' ? quoteIdOf(id) : id
    if (!ids.includes(madeId)) {
      ledger.violate('an acknowledged request left nothing', { call, key, id })
    }
  }
  await auditPayments(database, ledger)
}

async function auditPayments(database: FaultyDatabase, ledger: Ledger): Promise<void> {
  const made = Map.groupBy(
    // Nobody requested what was collected by a mandate, nor what came by itself.
    await database.ask<{ policy_id: string; id: string }>(
      'select policy_id, id from payments where mandate_id is null and received_on is null',
    ),
    (one) => one.policy_id,
  )
  const requested = Map.groupBy(
    [...ledger.requests.values()].filter(({ call }) => call === 'payment'),
    (request) => request.policyId,
  )
  for (const [policyId, payments] of made) {
    const requests = requested.get(policyId) ?? []
    if (payments.length > requests.length) {
      ledger.violate('an Idempotency-Key had two effects', { policyId, payments, requests })
    }
  }
}
