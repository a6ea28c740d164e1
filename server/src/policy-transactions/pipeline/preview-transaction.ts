import { type Clock, type Moment, Refusal, mintId } from '../../kernel/index.ts'
import { momentOfTransaction } from '../../deadlines/index.ts'
import type { Caller } from '../../identity/index.ts'
import {
  type Policy,
  type PolicyTimeline,
  type PolicyVersion,
  type TransactionDetails,
  type VersionOf,
  findPolicy,
  readBilled,
} from '../../policies/index.ts'
import type { LoadedVersion } from '../../products/index.ts'
import type { DraftTransaction } from '../kind.ts'
import { laterDayUnpriced } from '../reasons.ts'
import type { Decide, DecidedTransaction, RequestedKind, TransactionRequest } from '../request.ts'
import { type TransactionOutcome, applyTransaction } from './apply-transaction.ts'
import {
  type PriceLaterDaysDeps,
  type PricedLaterDays,
  priceLaterDays,
} from './price-later-days.ts'

export interface PreviewDeps extends PriceLaterDaysDeps {
  readonly clock: Clock
}

/** A transaction as it would be carried out now. */
export interface PreviewedTransaction {
  readonly policy: Policy
  readonly product: LoadedVersion
  readonly decided: DecidedTransaction
  readonly version: VersionOf<RequestedKind>
  readonly before: PolicyTimeline
  readonly outcome: TransactionOutcome
  readonly moment: Moment
}

/** The result that a transaction would have: refused where it would be. Nothing is written. */
export async function previewTransaction(
  deps: PreviewDeps,
  request: TransactionRequest,
  decide: Decide,
): Promise<PreviewedTransaction> {
  const policy = await findPolicy(deps.db, request.caller, request.policyId, deps.clock())
  const moment = await momentOfTransaction(deps.db, deps.clock, policy)
  const { now } = moment
  const decided = decide(policy, now)
  const { contents = [], audited: _, ...details } = decided
  const version = draftOf(policy, request.caller, details, moment)
  const product = await deps.catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const { timeline: before, charged } = await readBilled(deps.db, policy)
  const drafted = { version, unsaved: { contents, quotes: [] } }
  const { quotes } = await pricePreview(deps, drafted, moment)
  const input = { policy, ...drafted, product, before, charged, quotes, now }
  const outcome = await applyTransaction(deps.db, input)
  return { policy, product, decided, version, before, outcome, moment }
}

/** The version that a request would become. */
export function draftOf(
  policy: Policy,
  { account }: Caller,
  details: TransactionDetails<RequestedKind> & Pick<PolicyVersion, 'effectiveDay'>,
  moment: Moment,
): VersionOf<RequestedKind> {
  return {
    ...details,
    id: mintId('tpv', moment),
    policyId: policy.id,
    state: 'processing',
    number: 0, // Counted once it is accepted.
    basedOn: policy.versionId,
    requestedBy: account.id,
    createdAt: moment.now,
  }
}

/** A transaction whose later days have no price would be accepted, and fail. */
async function pricePreview(
  deps: PreviewDeps,
  drafted: DraftTransaction,
  moment: Moment,
): Promise<PricedLaterDays> {
  try {
    return await priceLaterDays(deps, drafted, moment)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw laterDayUnpriced(error.message)
  }
}
