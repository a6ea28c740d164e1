import {
  type CustomerId,
  type FieldError,
  type JsonObject,
  type Moment,
  clockIn,
  deepMerge,
  invalidData,
  mintId,
  pathsIn,
  todayIn,
} from '../../../kernel/index.ts'
import type { Transaction } from '../../../database/index.ts'
import type { Datasets } from '../../../datasets/index.ts'
import { momentOf, momentOfTransaction } from '../../../deadlines/index.ts'
import { selectCharged } from '../../../ledger/index.ts'
import {
  type Policy,
  type PolicyContent,
  type VersionOf,
  documentOf,
  findPolicy,
  insertContents,
  insertProcessingVersion,
  lockPolicies,
  selectContents,
  timelineOf,
  updateTimeline,
} from '../../../policies/index.ts'
import type { LoadedVersion } from '../../../products/index.ts'
import { type Quote, checkData, selectQuotes } from '../../../quotes/index.ts'
import { segmentOn } from '../../../timelines/index.ts'
import { activateTransaction } from '../../pipeline/activate-transaction.ts'
import { applyTransaction } from '../../pipeline/apply-transaction.ts'
import type { AssembleDeps } from '../../pipeline/assemble-transaction.ts'
import { priceLaterDays } from '../../pipeline/price-later-days.ts'
import { nothingUnsaved } from '../../pipeline/transaction-chain.ts'
import { type TransactionRequest, assertRequestable } from '../../request.ts'
import { decideEffectiveDay } from './effective-day.ts'
import { endorsement } from './endorsement.ts'
import { assertMayEndorse } from './may-endorse.ts'

export interface PersonNamed {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  /** What else the policy says of them, such as the form of address; all other policy data stays. */
  readonly data: JsonObject
}

/** A policy that is handed over, in the database transaction that has it locked. */
export interface HandedOver {
  /** As it was before. */
  readonly policy: Policy
  readonly version: VersionOf<'endorsement'>
  /** What held of the former policyholder on the day. */
  readonly formerContent: PolicyContent
  readonly customerId: CustomerId
  readonly moment: Moment
}

type HandOverDeps = AssembleDeps & { readonly datasets: Pick<Datasets, 'lookUp'> }
type Version = VersionOf<'endorsement'> & { readonly basedOn: Policy['versionId'] }

/**
 * Puts another person in the place of the policyholder, from today on: an endorsement of the names that
 * says so, and that is active at once. Whatever belongs to the former policyholder alone is ended by
 * `alongside`, in the same database transaction.
 */
export async function handOver<Result>(
  deps: HandOverDeps,
  request: TransactionRequest & {
    readonly person: PersonNamed
    readonly customerId: CustomerId | null
  },
  alongside: (tx: Transaction, handed: HandedOver) => Promise<Result>,
): Promise<Result> {
  const { caller, policyId } = request
  const seen = await findPolicy(deps.db, caller, policyId, deps.clock())
  const moment = await momentOf(deps.db, deps.clock, seen)
  const { version, content, former, product } = await decide(deps, seen, request, moment)
  const unsaved = { contents: [content], quotes: [] }
  // Outside of the database transaction, though a name changes no price that is known.
  const { quotes, made } = await priceLaterDays(deps, { version, unsaved }, moment)
  for (const quote of made) await deps.saveQuote(quote, null)
  return deps.db.transactionOn(policyId, async (tx) => {
    await lockPolicies(tx, [policyId])
    const policy = await findPolicy(tx, caller, policyId, deps.clock())
    const at = await momentOfTransaction(tx, deps.clock, policy)
    assertRequestable(endorsement.allowedIn, policy, request, at.now)
    const [before, charged] = [
      await timelineOf(tx, policy.versionId),
      await selectCharged(tx, policyId),
    ]
    await insertContents(tx, [content])
    await insertProcessingVersion(tx, version)
    const { timeline, contents } = await applyTransaction(tx, {
      policy,
      version,
      unsaved: nothingUnsaved,
      product,
      before,
      charged,
      quotes,
      now: at.now,
    })
    if (contents.length > 0) await insertContents(tx, contents)
    await updateTimeline(tx, { version, timeline })
    await activateTransaction(tx, { policy, version, timeline }, at)
    const { customer_id: customerId = policy.customerId } = version.details.policyholder ?? {}
    return alongside(tx, { policy, version, formerContent: former, customerId, moment: at })
  })
}

interface Decided {
  readonly version: Version
  /** With the names of the new policyholder. */
  readonly content: PolicyContent
  /** With those of the former one. */
  readonly former: PolicyContent
  readonly product: LoadedVersion
}

async function decide(
  deps: HandOverDeps,
  policy: Policy,
  request: Parameters<typeof handOver>[1],
  moment: Moment,
): Promise<Decided> {
  const { caller, person } = request
  const { now } = moment
  const product = await deps.catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  const { life } = product.definition
  assertMayEndorse(caller, life)
  assertRequestable(endorsement.allowedIn, policy, request, now)
  const today = todayIn(policy.timeZone, now)
  const timeline = await timelineOf(deps.db, policy.versionId)
  const effective = decideEffectiveDay(timeline, { asked: null, caller, life, today })
  if (!effective.ok) throw invalidData([effective.error], policy.language)
  const held = segmentOn(timeline, effective.day)
  const [[former], [quote]] = await Promise.all([
    selectContents(deps.db, [held.contentId]),
    selectQuotes(deps.db, [held.quoteId]),
  ])
  if (former === undefined || quote === undefined) {
    throw new Error(`what policy ${policy.id} says of ${effective.day} is gone`)
  }
  const { data, ...named } = person
  const merged = { ...former, ...named, data: deepMerge(former.data, data) }
  const checked = await checkPerson(deps, policy, { product, content: merged, data, quote, now })
  const content: PolicyContent = { ...merged, data: checked, id: mintId('pco', moment) }
  const version: Version = {
    kind: 'endorsement',
    id: mintId('tpv', moment),
    policyId: policy.id,
    state: 'processing',
    number: 0, // Counted as it is written.
    basedOn: policy.versionId,
    effectiveDay: effective.day,
    requestedBy: caller.account.id,
    createdAt: now,
    details: {
      places: [...names.map((name) => [name]), ...pathsIn({ data })],
      content_id: content.id,
      quote_id: null,
      policyholder: {
        previous_customer_id: policy.customerId,
        customer_id: request.customerId ?? mintId('tcu', moment),
      },
    },
  }
  return { version, content, former, product }
}

const names = ['first_name', 'last_name', 'email']

/**
 * Holds what is said of the person to the rules of a sale. The rest was checked when it was entered, and
 * stays. The policy data with items of datasets in place of their ids.
 */
async function checkPerson(
  deps: HandOverDeps,
  policy: Policy,
  {
    product,
    content,
    data,
    quote,
    now,
  }: {
    readonly product: LoadedVersion
    readonly content: PolicyContent
    readonly data: JsonObject
    readonly quote: Quote
    readonly now: Temporal.Instant
  },
): Promise<JsonObject> {
  const item = product.items.get(policy.itemId)
  if (item === undefined) throw new Error(`item ${policy.itemId} of ${product.id} is gone`)
  const { errors, expanded } = await checkData(deps.datasets, product, {
    checker: item.policyChecker,
    document: documentOf(content),
    now: clockIn(product.definition.timeZone, now),
    quote,
  })
  const given = Object.keys(data)
  const wrong = errors.filter(({ field, path }) =>
    path === 'data' ? given.includes(field.split('.')[0] ?? field) : names.includes(field),
  )
  const { policy: fields } = item.definition.fieldDefinition.definition
  const known = fields.filter(({ path }) => path === 'data').map(({ name }) => name)
  const unknown = given
    .filter((name) => !known.includes(name))
    .map((field): FieldError => {
      return { code: 'invalid_value', field, path: 'data', rules: ['in'], params: { in: known } }
    })
  if (wrong.length + unknown.length > 0) throw invalidData([...wrong, ...unknown], policy.language)
  return given.length === 0 ? content.data : expanded
}
