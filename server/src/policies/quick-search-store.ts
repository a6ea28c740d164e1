import type { AccountId } from '../kernel/index.ts'
import { type Fragment, type Queryable, fragment, search } from '../database/index.ts'
import { type Caller, withinLimits } from '../identity/index.ts'
import { type PolicySummary, nameConditions, summaryColumns } from './policy-search-store.ts'
import { foundIn, heldNow, waysToCustomer } from './searched-rows-store.ts'

/** What somebody typed, as far as it can be a sale. */
export type SaleHint = { readonly by: 'id' | 'number' | 'email' | 'name'; readonly text: string }

export interface QuickSearch {
  readonly insurerId: AccountId
  readonly livemode: boolean
  /** Of the permissions to see policies and to see offers; an empty list sees none. */
  readonly limits: Readonly<Record<'policies' | 'offers', Caller['limits']>>
  readonly hint: SaleHint
  readonly limit: number
}

export type FoundSale = PolicySummary & { readonly isIssued: boolean }

/**
 * Of one insurer, numbers of both modes and of all products stand beside one another. So many are
 * read at most: a beginning that more have finds too few, and one more character finds the rest.
 */
const numbersReadMax = 1_000

/**
 * The first offers and policies that a search box names. They come in the order of an index, so that
 * a short beginning costs as little as a long one.
 */
export async function quickSearchPolicies(
  db: Queryable,
  wanted: QuickSearch,
  now: Temporal.Instant,
): Promise<FoundSale[]> {
  const sort = sorts[wanted.hint.by]
  const page = fragment`order by ${sort} limit ${wanted.limit}`
  return db.query<FoundSale>(search`
    with page as materialized (${found(wanted, page, now)})
    select ${summaryColumns}, issued_at is not null as "isIssued"
    from page join policies using (id) left join lateral (${heldNow(now)}) held on true
    ${page}`)
}

/** As their indexes are sorted. */
const sorts: Readonly<Record<SaleHint['by'], Fragment>> = {
  id: fragment`policies.id desc`,
  number: fragment`policies.insurer_policy_id`,
  email: fragment`lower(policies.email) using ~<~, policies.id`,
  name: fragment`
    lower(policies.last_name) collate "C", lower(policies.first_name) collate "C", policies.id`,
}

function found(wanted: QuickSearch, page: Fragment, now: Temporal.Instant): Fragment {
  const { insurerId, livemode, limits } = wanted
  const { by, text } = wanted.hint
  if (by === 'number') return numbersThatBegin(wanted, page)
  const ofCustomer =
    by === 'name' ? nameConditions(text) : by === 'email' ? emailBegins(text.toLowerCase()) : []
  return foundIn(waysToCustomer(ofCustomer, now), {
    scope: [fragment`insurer_id = ${insurerId}`, fragment`livemode = ${livemode}`],
    conditions: [...(by === 'id' ? [fragment`id = ${text}`] : []), isSeen(limits)],
    page,
  })
}

/** As it was typed, and in capitals, as the platform mints them. */
function numbersThatBegin(
  { insurerId, livemode, limits, hint: { text } }: QuickSearch,
  page: Fragment,
): Fragment {
  return [...new Set([text, text.toUpperCase()])]
    .map(
      (beginning) => fragment`(
        select id from (
          select id, livemode, issued_at, product_id, distributor_id, insurer_policy_id
          from policies where insurer_id = ${insurerId}
            and insurer_policy_id >= ${beginning} and insurer_policy_id < ${beginning + last}
          order by insurer_policy_id limit ${numbersReadMax}) policies
        where ${[fragment`livemode = ${livemode}`, isSeen(limits)]} ${page})`,
    )
    .reduce((some, one) => fragment`${some} union all ${one}`)
}

function isSeen({ policies, offers }: QuickSearch['limits']): Fragment {
  const ofPolicies = withinLimits(policies) ?? fragment`true`
  const ofOffers = withinLimits(offers) ?? fragment`true`
  return fragment`case when issued_at is not null then ${ofPolicies} else ${ofOffers} end`
}

/** Beyond every character that a number or an address can go on with. */
const last = '\u{10FFFF}'

/** A range by bytes, as the index compares. */
function emailBegins(text: string): Fragment[] {
  return [fragment`lower(email) ~>=~ ${text}`, fragment`lower(email) ~<~ ${text + last}`]
}
