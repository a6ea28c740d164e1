import type { Client } from 'pg'
import { type LedgerRows, readLedger } from './ledger-rows.ts'
import { type Row, rowsOf } from './rows.ts'

/** The rows that one sale wrote, as it wrote them. */
export interface SampleRows {
  readonly quote: Row
  /** As the offer was, before it was paid. */
  readonly policy: Row
  readonly version: Row
  readonly content: Row
  readonly segment: Row
  readonly secrets: readonly Row[]
  readonly payment: Row
  readonly offerEvent: Row
  readonly policyEvent: Row
  readonly paymentEvent: Row
  readonly ledger: LedgerRows
  readonly accounts: readonly Row[]
}

/** Reads back what the sale of this policy has written. */
export async function readSample(client: Client, policyId: string): Promise<SampleRows> {
  const one = async (select: string, value: unknown): Promise<Row> => {
    const [row] = await rowsOf(client, select, [value])
    if (row === undefined) throw new Error(`the sale of ${policyId} left no row for ${select}`)
    return row
  }
  const policy = await one('select to_json(t) as row from policies t where id = $1', policyId)
  const payment = await one(
    'select to_json(t) as row from payments t where policy_id = $1',
    policyId,
  )
  const event = 'select to_json(t) as row from events t where subject_id = $1 and type ='
  return {
    policy: { ...policy, status: 'ready', accepted_at: null, issued_at: null },
    payment,
    quote: await one('select to_json(t) as row from quotes t where id = $1', policy['quote_id']),
    version: await one(
      'select to_json(t) as row from policy_versions t where policy_id = $1',
      policyId,
    ),
    content: await one(
      'select to_json(t) as row from policy_contents t where policy_id = $1',
      policyId,
    ),
    segment: await one(
      'select to_json(t) as row from policy_segments t where policy_id = $1',
      policyId,
    ),
    secrets: await rowsOf(
      client,
      'select to_json(t) as row from policy_secrets t where policy_id = $1',
      [policyId],
    ),
    offerEvent: await one(`${event} 'offer.created'`, policyId),
    policyEvent: await one(`${event} 'policy.issued'`, policyId),
    paymentEvent: await one(`${event} 'payment.ok'`, payment['id']),
    ledger: await readLedger(client, policyId),
    accounts: await rowsOf(client, 'select to_json(t) as row from accounts t', []),
  }
}
