import {
  type Clock,
  type FieldError,
  type Moment,
  Refusal,
  clockIn,
  deepMerge,
  invalidData,
  startOfDay,
} from '../../kernel/index.ts'
import type { Queryable, Reader } from '../../database/index.ts'
import type { Datasets } from '../../datasets/index.ts'
import type { Caller } from '../../identity/index.ts'
import { type Policy, documentOf, selectContents, selectTimelines } from '../../policies/index.ts'
import {
  assertMayEndorse,
  checkEndorsement,
  nothingToEndorse,
  refusalOfAction,
  termsOf,
} from '../../policy-transactions/index.ts'
import type { Catalogue } from '../../products/index.ts'
import { checkPatch, selectQuotes } from '../../quotes/index.ts'
import { segmentOn } from '../../timelines/index.ts'
import { notToBeRenewed, renewalDeclined, renewalTooLate } from '../reasons.ts'
import type { GivenForTerm } from '../renewal.ts'
import { selectRenewal } from '../renewal-store.ts'
import { mergedValues } from './next-term-endorsement.ts'
import { selectPending } from './next-term-endorsement-store.ts'

export interface CheckNextTermDeps {
  readonly db: Reader
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly datasets: Pick<Datasets, 'lookUp'>
}

/** Why nothing can be recorded for the next term now; null if it can. */
export async function refusalOfNextTerm(
  ...asked: Parameters<typeof assertNextTermOpen>
): Promise<Refusal | null> {
  try {
    await assertNextTermOpen(...asked)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Refuses what this caller cannot record for the next term now. The first day of that term, else. */
export async function assertNextTermOpen(
  { db, catalogue }: { readonly db: Queryable; readonly catalogue: Catalogue },
  caller: Caller,
  policy: Policy,
  moment: Moment,
): Promise<Temporal.PlainDate> {
  const firstDay = await nextTermDay(db, policy, moment)
  const product = await catalogue.version(policy.productVersionId)
  if (product === undefined) throw new Error(`version ${policy.productVersionId} is gone`)
  assertMayEndorse(caller, product.definition.life)
  return firstDay
}

/** The first day of the next term; refused where nothing can be recorded for it any more, whoever asks. */
export async function nextTermDay(
  db: Queryable,
  policy: Policy,
  { now }: Moment,
): Promise<Temporal.PlainDate> {
  const refusal = refusalOfAction('renewal', policy, now)
  if (refusal !== null) throw refusal
  const { id, termLastDay, timeZone } = policy
  if (termLastDay === null) throw notToBeRenewed(id)
  const firstDay = termLastDay.add({ days: 1 })
  if (Temporal.Instant.compare(startOfDay(firstDay, timeZone), now) <= 0) {
    throw renewalTooLate(id, firstDay.toString())
  }
  const row = await selectRenewal(db, id, firstDay)
  if (row?.state === 'declined') throw renewalDeclined(id)
  return firstDay
}

/**
 * Checks values for the next term as an endorsement would: only fields of `quote_patch` and `policy_patch`,
 * by their rules there. What the version of the next term says of them is known once that is priced.
 */
export async function checkNextTerm(
  deps: CheckNextTermDeps,
  policy: Policy,
  firstDay: Temporal.PlainDate,
  { answers, data }: GivenForTerm,
  { now }: Moment,
): Promise<void> {
  const [timelines, pending] = await Promise.all([
    selectTimelines(deps.db, [policy.versionId]),
    selectPending(deps.db, policy.id, firstDay),
  ])
  const timeline = timelines.get(policy.versionId)
  if (timeline === undefined) throw new Error(`version ${policy.versionId} says nothing`)
  const held = segmentOn(timeline, firstDay.subtract({ days: 1 }))
  const [[quote], [content]] = await Promise.all([
    selectQuotes(deps.db, [held.quoteId]),
    selectContents(deps.db, [held.contentId]),
  ])
  if (quote === undefined || content === undefined) {
    throw new Error(`what policy ${policy.id} says of its last day is gone`)
  }
  const { version, item } = await termsOf(deps.catalogue, quote)
  const before = mergedValues([{ answers: quote.customerInput, data: {} }, ...pending])
  const after = deepMerge(before.answers, answers)
  const clock = clockIn(version.definition.timeZone, now)
  const ofAnswers = await checkPatch(deps.datasets, version, {
    list: 'quote_patch',
    listed: item.definition.quoteRules.quote_patch,
    checker: item.quotePatchChecker,
    before: { data: before.answers },
    after: { data: after },
    now: firstDay.toPlainDateTime(clock.toPlainTime()),
  })
  const known = documentOf(content)
  const ofData = await checkEndorsement(deps.datasets, {
    version,
    item,
    quote,
    before: { ...known, data: deepMerge(known.data, before.data) },
    patch: { data },
    now,
  })
  const errors: FieldError[] = [
    ...ofAnswers.errors.map((error) => ({ ...error, path: 'answers' })),
    ...ofData.errors,
  ]
  if (errors.length > 0) throw invalidData(errors, policy.language)
  const isSame = JSON.stringify(after) === JSON.stringify(before.answers)
  if (isSame && ofData.paths.length === 0) throw nothingToEndorse()
}
