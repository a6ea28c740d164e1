import { type PortfolioCheckId, type Clock, type QuoteId, mintId } from '../kernel/index.ts'
import type { Database, Transaction } from '../database/index.ts'
import type { Caller } from '../identity/index.ts'
import { enqueue } from '../jobs/index.ts'
import { type PolicyOfQuote, selectPortfolioPage } from '../policies/index.ts'
import type { Catalogue } from '../products/index.ts'
import { type Quote, findQuotedPrice, recomputeQuote, selectQuotes } from '../quotes/index.ts'
import { type ReplayWriter, completeReservation } from '../idempotency/index.ts'
import {
  type PortfolioCheck,
  type CheckSubject,
  type PriceDifference,
  differencesKeptMax,
  nothingChecked,
  withBatch,
} from './portfolio-check.ts'
import {
  insertPortfolioCheck,
  selectPortfolioCheck,
  selectRunningCheck,
  updatePortfolioCheck,
} from './portfolio-check-store.ts'
import { checkMoney } from './check-money.ts'
import { portfolioCheckNotFound } from './reasons.ts'

const policiesPerJob = 500

/** Starts a check of all policies in the caller's mode, or returns the one that is running. */
export async function startPortfolioCheck(
  deps: { readonly db: Database; readonly clock: Clock },
  { caller, subject }: { readonly caller: Caller; readonly subject: CheckSubject },
  replay: ReplayWriter<PortfolioCheck> | null,
): Promise<PortfolioCheck> {
  const now = deps.clock()
  const check: PortfolioCheck = {
    id: mintId('chk', now),
    accountId: caller.account.id,
    livemode: caller.livemode,
    subject,
    state: 'running',
    lastPolicyId: null,
    counts: nothingChecked,
    differences: [],
    faults: [],
    createdAt: now,
    finishedAt: null,
  }
  return deps.db.transaction(async (tx) => {
    const started = await startOrJoin(tx, check)
    await completeReservation(tx, replay, started)
    return started
  })
}

async function startOrJoin(tx: Transaction, check: PortfolioCheck): Promise<PortfolioCheck> {
  for (;;) {
    if (await insertPortfolioCheck(tx, check)) {
      await enqueue(tx, 'check_portfolio', { checkId: check.id })
      return check
    }
    const running = await selectRunningCheck(tx, check)
    // If the running check ended between the two statements, a new one can start.
    if (running !== undefined) return running
  }
}

export async function findPortfolioCheck(
  db: Database,
  caller: Caller,
  id: PortfolioCheckId,
): Promise<PortfolioCheck> {
  const check = await selectPortfolioCheck(db, id)
  if (check?.accountId === caller.account.id && check.livemode === caller.livemode) return check
  throw portfolioCheckNotFound(id)
}

/** The job: one batch of policies, then another job for the rest, so that nothing runs for long. */
export async function checkPortfolio(
  deps: { readonly db: Database; readonly clock: Clock; readonly catalogue: Catalogue },
  job: { readonly checkId: PortfolioCheckId },
): Promise<void> {
  const check = await selectPortfolioCheck(deps.db, job.checkId)
  if (check === undefined || check.state === 'done') return
  const policies = await selectPortfolioPage(deps.db, {
    insurerId: check.accountId,
    livemode: check.livemode,
    after: check.lastPolicyId,
    limit: policiesPerJob,
  })
  const last = policies.at(-1)
  const after: PortfolioCheck =
    last === undefined
      ? { ...check, state: 'done', finishedAt: deps.clock() }
      : withBatch(check, {
          lastPolicyId: last.policyId,
          ...(await checkBatch(deps, check, policies)),
        })
  await deps.db.transaction(async (tx) => {
    const isMine = await updatePortfolioCheck(tx, check, after)
    if (isMine && after.state === 'running') await enqueue(tx, 'check_portfolio', job)
  })
}

async function checkBatch(
  deps: { readonly db: Database; readonly clock: Clock; readonly catalogue: Catalogue },
  { subject }: PortfolioCheck,
  policies: readonly PolicyOfQuote[],
) {
  switch (subject) {
    case 'prices':
      return checkPrices(deps, policies)
    case 'money':
      return checkMoney(
        deps,
        policies.map(({ policyId }) => policyId),
      )
  }
}

async function checkPrices(
  deps: { readonly db: Database; readonly catalogue: Catalogue },
  policies: readonly PolicyOfQuote[],
) {
  const quotes = new Map<QuoteId, Quote>()
  const quoteIds = policies.map((policy) => policy.quoteId)
  for (const quote of await selectQuotes(deps.db, quoteIds)) quotes.set(quote.id, quote)
  let same = 0
  let fromRater = 0
  const differences: PriceDifference[] = []
  for (const policy of policies) {
    const verdict = await checkPolicy(deps.catalogue, policy, quotes.get(policy.quoteId))
    if (verdict === 'same') same += 1
    else if (verdict === 'from rater') fromRater += 1
    else differences.push(verdict)
  }
  return {
    counts: { checked: policies.length, same, different: differences.length, fromRater },
    differences: differences.slice(0, differencesKeptMax),
    faults: [],
  }
}

async function checkPolicy(
  catalogue: Catalogue,
  { policyId, quoteId, grossPaymentAmount }: PolicyOfQuote,
  quote: Quote | undefined,
): Promise<'same' | 'from rater' | PriceDifference> {
  const different = (recomputed: number | null, reason: string): PriceDifference => ({
    policyId,
    quoteId,
    quoted: grossPaymentAmount,
    recomputed,
    reason,
  })
  if (quote === undefined) return different(null, 'The quote is gone.')
  const price = await findQuotedPrice(catalogue, quote)
  if (price.item.pricing.kind === 'http') return 'from rater'
  const { outcome, isSame } = await recomputeQuote(price, quote, { trace: false })
  if (outcome.outcome !== 'priced') return different(null, `The outcome is ${outcome.outcome}.`)
  const { premium } = outcome
  if (premium.grossPaymentAmount !== grossPaymentAmount) {
    return different(premium.grossPaymentAmount, 'The price differs.')
  }
  return isSame ? 'same' : different(premium.grossPaymentAmount, 'A part of the price differs.')
}
