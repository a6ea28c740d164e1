import type { Clock, Json, JsonObject } from '../../kernel/index.ts'
import type { Database } from '../../database/index.ts'
import { type Account, selectAccount } from '../../identity/index.ts'
import type { Policy } from '../../policies/index.ts'
import type { ExplainedDifference, Share } from '../../pricing/index.ts'
import type { Catalogue, LoadedItem, LoadedVersion } from '../../products/index.ts'
import { type Quote, findQuotedPrice } from '../../quotes/index.ts'
import { priceMovedOn, pricedOutside } from '../reasons.ts'
import type { FolderWorkers } from '../folder-workers/open-folder-workers.ts'
import type { PricedSide } from '../folder-workers/folder-tasks.ts'
import { type TwoPrices, type WantedPrices, findTwoPrices } from './find-two-prices.ts'

interface Deps {
  readonly db: Database
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly folderWorkers: Pick<FolderWorkers, 'shares'>
}

/** Why a policy costs another price than before. */
export interface WhyItChanged extends TwoPrices {
  readonly shares: readonly Share[]
  /** The product version that names things: that of the later price. */
  readonly version: LoadedVersion
}

/** Both prices are computed again, with their own answers and revisions, and everything in between. */
export async function whyItChanged(
  deps: Deps,
  policy: Policy,
  wanted: WantedPrices,
): Promise<WhyItChanged> {
  const two = await findTwoPrices(deps, policy, wanted)
  const { before, after } = two
  const [old, now] = [
    await sideOf(deps.catalogue, before.quote),
    await sideOf(deps.catalogue, after.quote),
  ]
  if (old.item.pricing.kind === 'http' || now.item.pricing.kind === 'http') {
    throw pricedOutside(policy.id)
  }
  const explained = await deps.folderWorkers.shares(await insurerOf(deps, policy), {
    key: `${before.quote.id} ${after.quote.id}`,
    before: old.side,
    after: now.side,
    answerFields: {
      fields: now.item.definition.quoteRules.quote.map(({ name }) => name),
      dayFields: dayFieldsOf(now.version),
    },
  })
  assertSame(explained, before.quote, after.quote)
  const shares = explained.shares.map((share) => asAnswered(share, before.quote, after.quote))
  return { ...two, shares, version: now.version }
}

async function sideOf(catalogue: Catalogue, quote: Quote) {
  const { item, input } = await findQuotedPrice(catalogue, quote)
  const version = await catalogue.version(quote.productVersionId)
  if (version === undefined) throw new Error(`version ${quote.productVersionId} is gone`)
  const { data, variables, today } = input
  const side: PricedSide = {
    productVersionId: quote.productVersionId,
    prefix: item.definition.pricingPrefix,
    input: { data, variables, today: today.toString() },
  }
  return { item, version, side } satisfies {
    item: LoadedItem
    version: LoadedVersion
    side: PricedSide
  }
}

/** Answers that a renewal sets to the first or last day of its term. */
function dayFieldsOf({ definition }: LoadedVersion): string[] {
  const { set } = definition.renewal
  return Object.keys(set).filter((name) => set[name] === 'start' || set[name] === 'end')
}

async function insurerOf({ db }: Deps, { insurerId }: Policy): Promise<Account> {
  const insurer = await selectAccount(db, insurerId)
  if (insurer === undefined) throw new Error(`insurer ${insurerId} is gone`)
  return insurer
}

/** A price that cannot be reproduced as it was sold cannot be explained by computing it. */
function assertSame(
  explained: ExplainedDifference,
  before: Quote,
  after: Quote,
): asserts explained is Extract<ExplainedDifference, { outcome: 'explained' }> {
  if (explained.outcome !== 'explained') {
    throw priceMovedOn((explained.side === 'before' ? before : after).id)
  }
  if (explained.before !== before.premium.grossPaymentAmount) throw priceMovedOn(before.id)
  if (explained.after !== after.premium.grossPaymentAmount) throw priceMovedOn(after.id)
}

/** Answers as they were given: the content of a dataset item is not for every reader. */
function asAnswered(share: Share, before: Quote, after: Quote): Share {
  if (share.cause !== 'answer') return share
  const { place } = share
  return {
    ...share,
    before: answerIn(before.customerInput, place),
    after: answerIn(after.customerInput, place),
  }
}

function answerIn(answers: JsonObject, field: string): Json {
  return Object.hasOwn(answers, field) ? (answers[field] ?? null) : null
}
