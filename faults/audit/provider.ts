import type { DemoFile } from '@bindery/server/src/demo/demo-file.ts'
import type { FaultyDatabase } from '../installation/database.ts'
import type { Ledger } from '../ledger.ts'
import type { Counter } from '../load/counter.ts'
import { eachOf } from './each-of.ts'
import { waitsForItsClock } from './settle.ts'

interface PaymentRow {
  readonly id: string
  readonly status: 'pending' | 'ok' | 'failed'
  readonly late: boolean
  readonly unapplied: boolean
  readonly doubt: string | null
}

/** The provider's side of the story: what it took is applied or given back, whatever was killed. */
export async function auditProvider(
  database: FaultyDatabase,
  counter: Counter,
  demo: DemoFile,
  ledger: Ledger,
): Promise<void> {
  const rows = await database.ask<PaymentRow & { [column: string]: unknown }>(`
    select id, status, late_at is not null as late, unapplied_at is not null as unapplied, doubt
    from payments where provider = 'sandbox' and mandate_id is null
      and not (status = 'pending' and ${waitsForItsClock})`)
  const callbacks = Map.groupBy(ledger.callbacks, ({ paymentId }) => paymentId)
  const means = new Map(
    [...ledger.acknowledged.values()].map((one) => [one.id, one.promised['means']]),
  )
  for (const row of rows) {
    const reported = new Set(callbacks.get(row.id)?.map(({ status }) => status))
    if (!isAsTheProviderSays(row, means.get(row.id), reported)) {
      const evidence = { row, means: means.get(row.id), reported: [...reported] }
      ledger.violate('a payment is not as its provider says', evidence)
    }
  }
  await eachOf(
    rows.filter(({ doubt }) => doubt !== null),
    async ({ id }) => {
      const path = `/manage/payments?in_doubt=true&id=${id}`
      const listed = await counter.get(path, demo.insurer.test.secret)
      const items = listed.body['items'] as unknown[] // A page is an array.
      if (items.length !== 1) ledger.violate('a payment in doubt is not listed', { id, listed })
    },
  )
}

function isAsTheProviderSays(
  row: PaymentRow,
  means: string | undefined,
  reported: ReadonlySet<'ok' | 'failed'>,
): boolean {
  const isGivenBack = row.status === 'failed' && row.unapplied
  // Both were said: the money that came is applied, late or in doubt, or given back.
  if (reported.size === 2)
    return (row.status === 'ok' && (row.late || row.doubt !== null)) || isGivenBack
  if (reported.has('ok')) return row.status === 'ok' && row.doubt === null
  if (reported.has('failed')) return row.status === 'failed' && !row.unapplied
  switch (means) {
    case 'ok':
    case 'timeout':
      return row.status === 'ok'
    case 'failed':
    case 'unreached':
      return row.status === 'failed' && !row.unapplied
    case 'pending':
      return false // The harness reports every one of them.
    default:
      return row.status !== 'pending' // No answer came for this payment, so nobody knows its means.
  }
}
