import type { AccountId } from '../kernel/index.ts'
import {
  type Page,
  type PageRows,
  type Queryable,
  equal,
  fragment,
  given,
  searchPage,
} from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import { limitsByPolicyAndProduct } from '../policies/index.ts'
import { caseColumns } from './case-store.ts'
import type { CaseState, CaseStep, DunningCase } from './dunning-case.ts'

export interface CaseSearch {
  /** Null for a distributor, which sees the cases of its own sales. */
  readonly insurerId: AccountId | null
  readonly soldBy: AccountId | null
  readonly livemode: boolean
  readonly limits: Caller['limits']
  readonly state: CaseState | null
  readonly step: CaseStep | null
  /** Whether only lapses whose notice is not proven any more, and that nobody has let stand. */
  readonly isLapseUnproven: boolean
  readonly policyId: string | null
  readonly productId: string | null
  /** Of the days since which something is overdue. */
  readonly from: Temporal.PlainDate | null
  readonly until: Temporal.PlainDate | null
}

/** Newest first. */
export function searchCases(
  db: Queryable,
  wanted: CaseSearch,
  page: Page,
): Promise<PageRows<DunningCase>> {
  return searchPage(db, page, {
    select: fragment`select ${caseColumns} from dunning_cases`,
    where: [
      ...equal({
        insurer_id: wanted.insurerId,
        livemode: wanted.livemode,
        state: wanted.state,
        step: wanted.step,
        policy_id: wanted.policyId,
        product_id: wanted.productId,
      }),
      wanted.isLapseUnproven
        ? fragment`unproven_since is not null and lapse_upheld_at is null`
        : null,
      withinLimits(wanted.limits, limitsByPolicyAndProduct),
      given(wanted.soldBy, (id) => limitsByPolicyAndProduct.distributor([id])),
      given(wanted.from, (day) => fragment`since_day >= ${day}::date`),
      given(wanted.until, (day) => fragment`since_day <= ${day}::date`),
    ],
  })
}
