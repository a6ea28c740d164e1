import type { AccountId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  compose,
  fragment,
  pageOf,
  windowOf,
} from '../database/index.ts'
import { caseColumns } from './case-store.ts'
import type { CaseState, CaseStep, DunningCase } from './dunning-case.ts'

export interface CaseSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly state: CaseState | null
  readonly step: CaseStep | null
  readonly policyId: string | null
  readonly productId: string | null
  /** Of the days since which something is overdue. */
  readonly from: Temporal.PlainDate | null
  readonly until: Temporal.PlainDate | null
}

/** Newest first. */
export async function searchCases(
  db: Queryable,
  wanted: CaseSearch,
  page: Page,
): Promise<PageRows<DunningCase>> {
  const window = windowOf(page)
  const conditions = [
    fragment`insurer_id = ${wanted.insurerId}`,
    fragment`livemode = ${wanted.livemode}`,
    ...window.conditions,
  ]
  if (wanted.state !== null) conditions.push(fragment`state = ${wanted.state}`)
  if (wanted.step !== null) conditions.push(fragment`step = ${wanted.step}`)
  if (wanted.policyId !== null) conditions.push(fragment`policy_id = ${wanted.policyId}`)
  if (wanted.productId !== null) conditions.push(fragment`product_id = ${wanted.productId}`)
  if (wanted.from !== null) conditions.push(fragment`since_day >= ${wanted.from}::date`)
  if (wanted.until !== null) conditions.push(fragment`since_day <= ${wanted.until}::date`)
  const rows = await db.query<DunningCase>(compose`
    select ${caseColumns} from dunning_cases where ${conditions} ${window.order}`)
  return pageOf(rows, page)
}
