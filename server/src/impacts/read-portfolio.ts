import type { AccountId, PolicyId, ProductId } from '../kernel/index.ts'
import type { CountedChunk, Reader, IdChunk } from '../database/index.ts'
import {
  type Policy,
  countInForce,
  countTermsEnding,
  readInForce,
  selectPolicies,
  selectTermsEnding,
} from '../policies/index.ts'
import {
  type AnsweredQuote,
  countQuotes,
  selectAnsweredQuotes,
  selectQuoteIds,
} from '../quotes/index.ts'
import type { ImpactScope } from './impact.ts'

/** What there is to price again: some at a time, in an order that never changes. */
export interface Portfolio {
  /** How many of the next few there are. */
  count(chunk: IdChunk): Promise<CountedChunk>
  /** The next few; nothing where there are no more. */
  read(chunk: IdChunk): Promise<PortfolioPage>
}

export interface PortfolioPage {
  readonly entries: readonly PortfolioEntry[]
  /** Up to where it was read; null at the end. */
  readonly place: string | null
}

/** Answers that were priced, or a policy whose next term is to be. */
export type PortfolioEntry =
  | {
      readonly policyId: PolicyId | null
      readonly policyNumber: string | null
      readonly quote: AnsweredQuote
    }
  | { readonly renewed: Policy }

export interface PortfolioRequest {
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly productId: ProductId
  readonly scope: ImpactScope
  readonly today: Temporal.PlainDate
  readonly askedAt: Temporal.Instant
}

/** Every page is read as it is then, without a transaction that others would have to wait for. */
export function openPortfolio(db: Reader, request: PortfolioRequest): Portfolio {
  const { scope } = request
  switch (scope.kind) {
    case 'in_force':
      return policiesInForce(db, request)
    case 'renewals':
      return policiesToRenew(db, { ...request, ...daysOf(scope) })
    case 'quotes':
      return quotesOfDays(db, request, scope.days)
  }
}

function policiesInForce(db: Reader, request: PortfolioRequest): Portfolio {
  const { insurerId, livemode, productId, today, askedAt } = request
  const portfolio = { insurerId, livemode, productId, today, before: firstAfter(askedAt) }
  return {
    count: (chunk) => countInForce(db, portfolio, chunk),
    async read(chunk) {
      const page = await readInForce(db, portfolio, chunk, askedAt)
      const quotes = await selectAnsweredQuotes(
        db,
        page.policies.map(({ quoteId }) => quoteId),
      )
      const entries = page.policies.flatMap(({ policyId, number, quoteId }) => {
        const quote = quotes.get(quoteId)
        return quote === undefined ? [] : [{ policyId, policyNumber: number, quote }]
      })
      return { entries, place: page.last }
    },
  }
}

function policiesToRenew(
  db: Reader,
  request: PortfolioRequest & ReturnType<typeof daysOf>,
): Portfolio {
  const { insurerId, livemode, productId, from, to, askedAt } = request
  const portfolio = { insurerId, livemode, productId, from, to, before: firstAfter(askedAt) }
  return {
    count: (chunk) => countTermsEnding(db, portfolio, chunk),
    async read(chunk) {
      const ids = await selectTermsEnding(db, portfolio, chunk)
      const policies = await selectPolicies(db, ids)
      const byId = new Map(policies.map((policy) => [policy.id, policy]))
      const entries = ids.flatMap((id) => {
        const renewed = byId.get(id)
        return renewed === undefined ? [] : [{ renewed }]
      })
      return { entries, place: ids.at(-1) ?? null }
    },
  }
}

function quotesOfDays(db: Reader, request: PortfolioRequest, days: number): Portfolio {
  const { insurerId, livemode, productId, askedAt } = request
  const from = askedAt.subtract({ hours: 24 * days })
  const portfolio = {
    insurerId,
    livemode,
    productId,
    from,
    until: askedAt.add({ milliseconds: 1 }),
  }
  return {
    count: (chunk) => countQuotes(db, portfolio, chunk),
    async read(chunk) {
      const ids = await selectQuoteIds(db, portfolio, chunk)
      const quotes = await selectAnsweredQuotes(db, ids)
      const entries = ids.flatMap((id) => {
        const quote = quotes.get(id)
        return quote === undefined ? [] : [{ policyId: null, policyNumber: null, quote }]
      })
      return { entries, place: ids.at(-1) ?? null }
    },
  }
}

function daysOf({ from, to }: Extract<ImpactScope, { kind: 'renewals' }>) {
  return { from: Temporal.PlainDate.from(from), to: Temporal.PlainDate.from(to) }
}

/** Ids begin with their moment: the first one that a policy could have that is sold later. */
function firstAfter(moment: Temporal.Instant): string {
  return `tpol_${(moment.epochMilliseconds + 1).toString(16).padStart(12, '0')}`
}
