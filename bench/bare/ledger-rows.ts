import { mintId } from '@bindery/server/src/kernel/index.ts'
import type { Client } from 'pg'
import { type Row, rowsOf } from './rows.ts'

/** The money of one sale, as it was written with its payment. */
export interface LedgerRows {
  readonly charges: readonly Row[]
  readonly invoices: readonly Row[]
  readonly unnumbered: readonly Row[]
  readonly postings: readonly Row[]
  readonly balances: readonly Row[]
}

export async function readLedger(client: Client, policyId: string): Promise<LedgerRows> {
  const of = (table: string) =>
    rowsOf(client, `select to_json(t) as row from ${table} t where policy_id = $1`, [policyId])
  const invoices = await of('invoices')
  const [invoice] = invoices
  if (invoice === undefined) throw new Error(`the sale of ${policyId} has no invoice`)
  // The sample's own may have got its number since, and is queued no more.
  const unnumbered = {
    insurer_id: invoice['insurer_id'],
    livemode: invoice['livemode'],
    year: Number(String(invoice['issue_day']).slice(0, 4)),
    invoice_id: invoice['id'],
    policy_id: policyId,
  }
  return {
    charges: await of('charges'),
    invoices,
    unnumbered: [unnumbered],
    postings: await of('postings'),
    balances: await of('balances'),
  }
}

/** The parts of a statement that write them for each of these policies; the parameters begin at `first`. */
export function ledgerParts(
  ledger: LedgerRows,
  policyIds: readonly string[],
  first: number,
): { readonly text: string; readonly values: readonly string[] } {
  const sales = policyIds.map((policyId) => ({
    policyId,
    invoiceId: mintId('inv', Temporal.Now.instant()),
  }))
  const tables: readonly [string, readonly Row[]][] = [
    ['charges', sales.flatMap(({ policyId }) => ledger.charges.map(ofPolicy(policyId)))],
    [
      'invoices',
      sales.flatMap(({ policyId, invoiceId }) =>
        ledger.invoices.map((row) => ({ ...row, id: invoiceId, policy_id: policyId })),
      ),
    ],
    [
      'unnumbered_invoices',
      sales.flatMap(({ policyId, invoiceId }) =>
        ledger.unnumbered.map((row) => ({ ...row, invoice_id: invoiceId, policy_id: policyId })),
      ),
    ],
    ['postings', sales.flatMap(({ policyId }) => ledger.postings.map(ofPolicy(policyId)))],
    ['balances', sales.flatMap(({ policyId }) => ledger.balances.map(ofPolicy(policyId)))],
  ]
  return {
    // The database numbers the postings itself.
    text: tables
      .map(
        ([table], n) => `${table}_made as (
        insert into ${table} overriding user value
        select * from json_populate_recordset(null::${table}, $${first + n}))`,
      )
      .join(',\n      '),
    values: tables.map(([, rows]) => JSON.stringify(rows)),
  }
}

function ofPolicy(policyId: string): (row: Row) => Row {
  return (row) => ({ ...row, policy_id: policyId })
}
