import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { csvLine } from '../kernel/index.ts'
import type { Grouping } from './tally/grouping.ts'
import { type PricedRow, detailOf } from './tally/priced-row.ts'
import { percentChange } from './tally/tally.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)
const columns = [
  'policy_id',
  'policy_number',
  'quote_id',
  'item',
  'plan',
  'integration',
  'premium_before',
  'premium_after',
  'difference',
  'percent',
  'outcome',
  'detail',
]

export function headLine(groupings: readonly Grouping[]): string {
  return csvLine([...columns, ...groupings.map(({ field }) => `by_${field}`)])
}

export function rowLine(row: PricedRow): string {
  const { before, verdict } = row
  const after = verdict.outcome === 'priced' ? verdict.after : null
  return csvLine([
    row.policyId ?? '',
    row.policyNumber ?? '',
    row.quoteId,
    row.item,
    row.plan,
    row.integration,
    String(before),
    after === null ? '' : String(after),
    after === null ? '' : String(after - before),
    after === null || before === 0 ? '' : String(percentChange(before, after)),
    verdict.outcome,
    detailOf(verdict),
    ...row.groups,
  ])
}

export async function packLines(lines: readonly string[]): Promise<Uint8Array> {
  return pack(lines.join(''), { level: constants.Z_BEST_SPEED })
}

export async function unpackLines(packed: Uint8Array): Promise<string> {
  return (await unpack(packed)).toString()
}
