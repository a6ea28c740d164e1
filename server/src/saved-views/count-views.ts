import type { Clock, JsonObject } from '../kernel/index.ts'
import { dueUntilOf, searchInvoices } from '../billing/index.ts'
import type { Database } from '../database/index.ts'
import { searchPayments } from '../payments/index.ts'
import { searchPolicies } from '../policies/index.ts'
import { type SavedView, viewCountMax } from './saved-view.ts'
import { selectUncounted, updateCount } from './saved-view-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
}

/** How old a count may become before it is taken again. */
const freshMinutes = 5
/** One run takes a second or two. */
const viewsPerRun = 20

/** The job: counts the views whose counts are the oldest. Lists never count the portfolio. */
export async function countViews({ db, clock }: Deps): Promise<void> {
  const now = clock()
  const before = now.subtract({ minutes: freshMinutes })
  const failures: unknown[] = []
  for (const view of await selectUncounted(db, before, viewsPerRun)) {
    try {
      await updateCount(db, view, await countOf(db, view, now), now)
    } catch (error) {
      failures.push(error) // One view that cannot be counted stops no other.
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'some views were not counted')
}

const page = { limit: viewCountMax, startingAfter: null, endingBefore: null }

async function countOf(
  db: Database,
  view: SavedView,
  now: Temporal.Instant,
): Promise<Pick<SavedView, 'count' | 'isCapped'>> {
  const { rows, hasMore } = await search(db, view, now)
  return { count: rows.length, isCapped: hasMore }
}

/** Over everything that the account has: callers with limits are shown no count. */
function search(
  db: Database,
  { list, accountId: insurerId, livemode, filters }: SavedView,
  now: Temporal.Instant,
): Promise<{ readonly rows: readonly unknown[]; readonly hasMore: boolean }> {
  const scope = { insurerId, livemode, limits: null, ...revived(filters ?? {}) }
  switch (list) {
    case 'policies':
    case 'offers':
      return searchPolicies(
        db,
        { ...(scope as Filters<typeof searchPolicies>), kind: list },
        page,
        now,
      )
    case 'payments':
      return searchPayments(db, scope as Filters<typeof searchPayments>, page, now)
    case 'invoices': {
      const { overdueDays, ...asked } = scope as Filters<typeof searchInvoices> & {
        readonly overdueDays: number | null
      }
      return searchInvoices(db, { ...asked, dueUntil: dueUntilOf(overdueDays, now) }, page)
    }
    default:
      throw new Error(`views of ${list} are not counted`)
  }
}

// As the endpoint that saved the view has parsed the query.
type Filters<Search extends (db: never, wanted: never, ...rest: never[]) => unknown> =
  Parameters<Search>[1]

const moments = ['createdFrom', 'createdUntil']

/** JSON has no moments. */
function revived(filters: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      const isMoment = moments.includes(name) && typeof value === 'string'
      return [name, isMoment ? Temporal.Instant.from(value) : value]
    }),
  )
}
