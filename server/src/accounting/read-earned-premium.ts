import { csvLine } from '../kernel/index.ts'
import type { Page, PageRows, Reader } from '../database/index.ts'
import { type IssuedSearch, searchIssued } from '../policies/index.ts'
import { type EarnedPremium, earnedPremiumOf } from './earned-premium.ts'

const policiesPerPiece = 500

/** Newest policies first. */
export async function searchEarnedPremium(
  db: Reader,
  wanted: IssuedSearch,
  page: Page,
): Promise<PageRows<EarnedPremium>> {
  const { rows, hasMore } = await searchIssued(db, wanted, page)
  return { rows: await earnedPremiumOf(db, rows, wanted.issuedBy), hasMore }
}

/** The same of all policies as CSV, some hundred at a time. */
export async function* earnedPremiumLines(
  db: Reader,
  wanted: IssuedSearch,
): AsyncGenerator<string> {
  yield csvLine([
    'policy_id',
    'product_id',
    'distributor_id',
    'currency',
    'written',
    'earned',
    'unearned',
    'policy_number',
  ])
  let startingAfter: string | null = null
  for (let hasMore = true; hasMore;) {
    const page: Page = { limit: policiesPerPiece, startingAfter, endingBefore: null }
    const found: PageRows<EarnedPremium> = await searchEarnedPremium(db, wanted, page)
    yield found.rows.map(lineOf).join('')
    hasMore = found.hasMore
    startingAfter = found.rows.at(-1)?.id ?? null
  }
}

function lineOf(row: EarnedPremium): string {
  const { id, insurerPolicyId, productId, distributorId, currency } = row
  const amounts = [row.written, row.earned, row.unearned].map(String)
  return csvLine([id, productId, distributorId, currency, ...amounts, insurerPolicyId])
}
