import {
  type AccountId,
  type JsonObject,
  type MassEndorsementId,
  type Moment,
  type PolicyVersionId,
  mintId,
} from '../../../kernel/index.ts'
import type { Transaction } from '../../../database/index.ts'
import { recordEvents } from '../../../events/index.ts'
import { selectCharged } from '../../../ledger/index.ts'
import {
  type Policy,
  type VersionOf,
  insertContents,
  insertProcessingVersion,
  timelineOf,
  updateTimeline,
} from '../../../policies/index.ts'
import type { Catalogue, LoadedVersion } from '../../../products/index.ts'
import {
  type NewQuote,
  type PriceEndorsementDeps,
  type Quote,
  insertQuotes,
  priceEndorsement,
} from '../../../quotes/index.ts'
import { taxChangesOn } from '../../../timelines/index.ts'
import { activateTransaction } from '../../pipeline/activate-transaction.ts'
import { applyTransaction } from '../../pipeline/apply-transaction.ts'
import { type PriceLaterDaysDeps, priceLaterDays } from '../../pipeline/price-later-days.ts'
import { termsOf } from '../../pipeline/terms-of.ts'
import { nothingUnsaved } from '../../pipeline/transaction-chain.ts'
import type { QuotesByDay } from '../../kind.ts'
import { endorsement } from './endorsement.ts'

export interface RaisedAnswer {
  readonly massEndorsementId: MassEndorsementId
  readonly insurerId: AccountId
  readonly answer: string
  readonly value: number
  readonly day: Temporal.PlainDate
}

/** An endorsement by an index, with all its prices, for the version of the policy that it was priced on. */
export interface PricedRaise {
  readonly version: VersionOf<'endorsement'> & { readonly basedOn: PolicyVersionId }
  readonly product: LoadedVersion
  readonly quote: Quote
  readonly quotes: QuotesByDay
  readonly made: readonly NewQuote[]
}

export interface PriceRaiseDeps extends PriceEndorsementDeps, PriceLaterDaysDeps {
  readonly db: PriceLaterDaysDeps['db']
  readonly catalogue: Catalogue
}

/** Prices the policy with the raised answer. Outside of any database transaction: a rater may be asked. */
export async function priceRaise(
  deps: PriceRaiseDeps,
  { policy, before }: { readonly policy: Policy; readonly before: Quote },
  { massEndorsementId, insurerId, answer, value, day }: RaisedAnswer,
  moment: Moment,
): Promise<PricedRaise> {
  const { id: policyId, versionId } = policy
  const terms = await termsOf(deps.catalogue, before)
  const timeline = await timelineOf(deps.db, versionId)
  const data: JsonObject = { [answer]: value }
  const priced = await priceEndorsement(deps, {
    before,
    endorsement: { policyId, versionId, effectiveDay: day },
    data,
    languages: [],
    terms,
    moment,
    plannedTerm: null,
    taxChanges: taxChangesOn(timeline, day),
  })
  const version: PricedRaise['version'] = {
    kind: 'endorsement',
    id: mintId('tpv', moment),
    policyId,
    state: 'processing',
    number: 0, // Counted as it is written.
    basedOn: versionId,
    effectiveDay: day,
    requestedBy: insurerId,
    createdAt: moment.now,
    details: {
      places: [],
      content_id: null,
      quote_id: priced.quote.id,
      indexation: { mass_endorsement_id: massEndorsementId, answer },
    },
  }
  const unsaved = { contents: [], quotes: [priced.quote] }
  const { quotes, made } = await priceLaterDays(deps, { version, unsaved }, moment)
  const { quote, secretHash } = priced
  const product = await deps.catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  return { version, product, quote, quotes, made: [{ quote, secretHash }, ...made] }
}

/**
 * Makes it the active version at once: what a clause of the terms allows is not proposed. In the database
 * transaction that has the policy locked, which must be as it was priced.
 */
export async function raiseAnswer(
  tx: Transaction,
  policy: Policy,
  { version, product, quotes, made }: PricedRaise,
  moment: Moment,
): Promise<PolicyVersionId> {
  await insertQuotes(tx, made)
  await insertProcessingVersion(tx, version)
  const data = { version_id: version.id }
  await recordEvents(tx, [{ type: endorsement.events.requested, about: policy, data }], moment)
  const [before, charged] = [
    await timelineOf(tx, policy.versionId),
    await selectCharged(tx, policy.id),
  ]
  const input = { policy, version, unsaved: nothingUnsaved, product, before, charged, quotes }
  const { timeline, contents } = await applyTransaction(tx, { ...input, now: moment.now })
  if (contents.length > 0) await insertContents(tx, contents)
  await updateTimeline(tx, { version, timeline })
  await activateTransaction(tx, { policy, version, timeline }, moment)
  return version.id
}
