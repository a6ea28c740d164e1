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
 * The first offers and policies that a search box names. By name and by e-mail address they come in
 * the order of an index, so that a short beginning costs as little as a long one.
 */
export async function quickSearchPolicies(
  db: Queryable,
  { insurerId, livemode, limits, hint, limit }: QuickSearch,
  now: Temporal.Instant,
): Promise<FoundSale[]> {
  const { conditions, ofCustomer, sort } = wayOf(hint)
  const page = fragment`order by ${sort} limit ${limit}`
  const found = foundIn(waysToCustomer(ofCustomer, now), {
    scope: [fragment`insurer_id = ${insurerId}`, fragment`livemode = ${livemode}`],
    conditions: [...conditions, isSeen(limits)],
    page,
  })
  return db.query<FoundSale>(search`
    with page as materialized (${found})
    select ${summaryColumns}, issued_at is not null as "isIssued"
    from page join policies using (id) left join lateral (${heldNow(now)}) held on true
    order by ${sort} limit ${limit}`)
}

function isSeen({ policies, offers }: QuickSearch['limits']): Fragment {
  const ofPolicies = withinLimits(policies) ?? fragment`true`
  const ofOffers = withinLimits(offers) ?? fragment`true`
  return fragment`case when issued_at is not null then ${ofPolicies} else ${ofOffers} end`
}

interface HintedWay {
  readonly conditions: readonly Fragment[]
  /** Conditions on the customer, whose row may be outdated. */
  readonly ofCustomer: readonly Fragment[]
  readonly sort: Fragment
}

function wayOf({ by, text }: SaleHint): HintedWay {
  switch (by) {
    case 'id':
      return { conditions: [fragment`id = ${text}`], ofCustomer: [], sort: newest }
    case 'number':
      return {
        conditions: [fragment`insurer_policy_id in (${text}, ${text.toUpperCase()})`],
        ofCustomer: [],
        sort: newest,
      }
    case 'email':
      return { conditions: [], ofCustomer: emailBegins(text.toLowerCase()), sort: byEmail }
    case 'name':
      return { conditions: [], ofCustomer: nameConditions(text), sort: byName }
  }
}

const newest = fragment`policies.id desc`
/** As their indexes are sorted. */
const byEmail = fragment`lower(policies.email) using ~<~, policies.id`
const byName = fragment`
  lower(policies.last_name) collate "C", lower(policies.first_name) collate "C", policies.id`

/** Beyond every character that an address can go on with. */
const last = '\u{10FFFF}'

/** A range by bytes, as the index compares. */
function emailBegins(text: string): Fragment[] {
  return [fragment`lower(email) ~>=~ ${text}`, fragment`lower(email) ~<~ ${text + last}`]
}
