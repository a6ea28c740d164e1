import type { AccountId, PolicyId, QuoteId } from '../kernel/index.ts'
import { type Queryable, sql } from '../database/index.ts'

/** A policy and the quote that its price came from. */
export interface PolicyOfQuote {
  readonly policyId: PolicyId
  readonly quoteId: QuoteId
  readonly grossPaymentAmount: number
}

/** The next policies of an insurer's book, oldest first; offers that nobody paid are not in it. */
export async function selectBookPage(
  db: Queryable,
  page: {
    readonly insurerId: AccountId
    readonly livemode: boolean
    readonly after: PolicyId | null
    readonly limit: number
  },
): Promise<PolicyOfQuote[]> {
  return db.query<PolicyOfQuote>(sql`
    select id as "policyId", quote_id as "quoteId", gross_payment_amount as "grossPaymentAmount"
    from policies
    where insurer_id = ${page.insurerId} and livemode = ${page.livemode}
      and id > ${page.after ?? ''} and issued_at is not null
    order by id limit ${page.limit}`)
}
