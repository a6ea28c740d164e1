import type { Json } from '../../kernel/index.ts'
import { nothingMarked } from '../../masks/index.ts'
import type { FieldRule } from '../../rules/index.ts'
import type {
  AdjustmentSettings,
  CancellationSettings,
  CancellationTerms,
  DunningSettings,
  ItemDefinition,
  ProductDefinition,
  RenewalSettings,
  WithdrawalSettings,
} from '../product-definition.ts'
import { type Difference, compareNamed } from './difference.ts'

/** What differs between two definitions; everything is new where there was none. */
export function compareDefinitions(
  before: ProductDefinition | null,
  after: ProductDefinition,
): Difference[] {
  const both = <Value>(read: (definition: ProductDefinition) => Value, empty: Value) =>
    [before === null ? empty : read(before), read(after)] as const
  const none: ReadonlyMap<string, Json> = new Map()
  return [
    ...compareNamed('settings', ...both(settingsOf, none)),
    ...compareNamed(
      'items',
      ...both((one) => named(one.items, (item) => item.names ?? item.name), none),
    ),
    ...compareNamed('quote rules', ...both((one) => rulesOf(one, quoteRulesOf), none)),
    ...compareNamed('quote patch rules', ...both((one) => rulesOf(one, patchRulesOf), none)),
    ...compareNamed('policy patch rules', ...both((one) => rulesOf(one, policyPatchOf), none)),
    ...compareNamed('pricing variables', ...both((one) => rulesOf(one, variablesOf), none)),
    ...compareNamed('policy fields', ...both((one) => rulesOf(one, policyFieldsOf), none)),
    ...compareNamed('public outputs', ...both(publicOutputsOf, none)),
    ...compareNamed('personal data', ...both(personalDataOf, none)),
    ...compareNamed('payment plans', ...both((one) => named(one.paymentPlans, withoutKey), none)),
    ...compareNamed('integrations', ...both((one) => named(one.integrations, withoutKey), none)),
    ...compareNamed('datasets', ...both((one) => named(one.datasets, withoutKey), none)),
    ...compareNamed('checkout', ...both(checkoutOf, none)),
  ]
}

function settingsOf(definition: ProductDefinition): ReadonlyMap<string, Json> {
  return new Map<string, Json>([
    ['name', definition.names ?? definition.name],
    ['languages', [...definition.languages]],
    ['default language', definition.defaultLanguage],
    ['currency', definition.currency],
    ['time zone', definition.timeZone],
    ['policy prefix', definition.policyPrefix],
    ['validity of quotes in days', definition.quoteValidDays],
    ['validity of offers in days', definition.offerValidDays],
    ['cover free of charge', definition.freeOfCharge === true ? 'is sold' : 'is refused'],
    ['law', definition.law ?? 'none'],
    ...(definition.customers === undefined ? [] : [['customers', definition.customers] as const]),
    ...withdrawalOf(definition.withdrawal),
    ['refund on cancellation', definition.cancellation.refund],
    ['short rates', definition.cancellation.shortRates.map((row) => ({ ...row }))],
    ...cancellationKindsOf(definition.cancellation),
    ['changes by', definition.life.endorsements],
    ['days that an insurer may backdate', definition.life.backdateDays],
    ['days that a distributor may backdate', definition.life.distributorBackdateDays],
    ['reinstatement in days', definition.life.reinstatementDays],
    ['increases due', definition.life.increaseDue],
    ['refund of credit', definition.life.refund],
    ...adjustmentOf(definition.life.adjustment),
    ...definition.life.indexation.map(
      ({ answer, ...terms }) => [`index of ${answer}`, { ...terms }] as const,
    ),
    ...renewalOf(definition.renewal),
    ...dunningOf(definition.dunning),
    ...publishOf(definition.publish),
    ['outputs that public keys see', definition.publicOutputs === undefined ? 'all' : 'as listed'],
  ])
}

/** A setting for each kind of cancellation, and one for each of its reasons. */
function cancellationKindsOf({ kinds = {} }: CancellationSettings): (readonly [string, Json])[] {
  return Object.entries(kinds).flatMap(([kind, { reasons, ...terms }]) => [
    [`cancellation by ${kind}`, termsOf(terms)] as const,
    ...reasons.map(
      ({ code, labels, within, ...own }) =>
        [`cancellation by ${kind}: ${code}`, { ...termsOf(own), labels, within }] as const,
    ),
  ])
}

function termsOf({ refund, notice, document }: CancellationTerms) {
  return { refund, notice: notice.map((rule) => ({ ...rule })), document }
}

function adjustmentOf(adjustment: AdjustmentSettings | null): (readonly [string, Json])[] {
  if (adjustment === null) return [['premium adjustment', 'never']]
  const { fields, withinDays } = adjustment
  return [
    ['premium adjustment', `within ${days(withinDays)} after a term`],
    ['fields of the premium adjustment', [...fields]],
  ]
}

/** In the words of withdrawals. */
function withdrawalOf(withdrawal: WithdrawalSettings | null): (readonly [string, Json])[] {
  if (withdrawal === null) return [['withdrawal', 'never']]
  const { days: count, earlyCover, holidays } = withdrawal
  const settings: (readonly [string, Json])[] = [['withdrawal', `within ${days(count)}`]]
  if (earlyCover !== null) settings.push(['question about earlier cover', earlyCover])
  if (holidays.length > 0) settings.push(["holidays of the product's own", [...holidays]])
  return settings
}

/** In the words of renewals; settings that only matter to renewals where there are any. */
function renewalOf({
  kind,
  noticeDays,
  term,
  maxTerms,
  adjustmentClause,
  set,
}: RenewalSettings): (readonly [string, Json])[] {
  if (kind === 'none') return [['renewal', 'never']]
  return [
    ['renewal', kind === 'automatic' ? 'by itself' : 'once the customer accepts'],
    ['renewal notice in days before the end', noticeDays],
    ['term of a cover with an open end', term],
    ['terms at most', maxTerms ?? 'no limit'],
    ['premium may rise with a renewal', adjustmentClause ? 'by the terms' : 'once it is accepted'],
    ['answers that a renewal replaces', { ...set }],
  ]
}

function afterGrace({ lapseAfter, needsTermination }: DunningSettings): string {
  if (lapseAfter === null) return 'the policy lapses'
  const long = 'days' in lapseAfter ? days(lapseAfter.days) : `${lapseAfter.months} months`
  const lapse = `cover is suspended, and the policy lapses after ${long}`
  return needsTermination ? `${lapse}, once its termination has arrived` : lapse
}

function proofOf({ proof }: DunningSettings): (readonly [string, Json])[] {
  if (proof === undefined) return []
  const { counts, countsAfterDays, letterAfterDays } = proof
  return [
    ['grace counts from', `its proof: ${counts.join(' or ')}`],
    ['days from the proof to the grace', countsAfterDays],
    ['days without proof before a letter goes by post', letterAfterDays ?? 'never'],
  ]
}

/** In the words of dunning. */
function dunningOf(dunning: DunningSettings | null): (readonly [string, Json])[] {
  if (dunning === null) return [['dunning', 'never']]
  const { reminders, notice, coverEnds, revivalMonths } = dunning
  const steps = reminders.map(({ afterDays, fee }) =>
    fee === 0 ? days(afterDays) : `${days(afterDays)} with a fee of ${fee}`,
  )
  return [
    ['dunning', 'by the steps that follow'],
    ['reminders after the due day', steps.join(', then ') || 'none'],
    ['notice in days after the due day', notice.afterDays],
    ['grace after the notice in days', notice.graceDays],
    ...proofOf(dunning),
    ['fee of the notice', notice.fee],
    ['notice declares the termination', notice.declaresTermination ? 'yes' : 'no'],
    ['after the grace', afterGrace(dunning)],
    ['cover ends on a lapse with', coverEnds === 'paid_to' ? 'what was paid for' : 'the grace'],
    ['months after a lapse in which a payment voids it', revivalMonths ?? 'none'],
  ]
}

/** In the words of publishing. */
function publishOf(publish: ProductDefinition['publish']): (readonly [string, Json])[] {
  if (publish === undefined) return [['publishing needs', 'nothing']]
  const { needs, impactAgeDays, impactMax } = publish
  return [
    ['publishing needs', needs.join(' and ')],
    ['age of the impact in days at most', impactAgeDays],
    ['impact at most', { ...impactMax }],
  ]
}

function days(count: number): string {
  return count === 1 ? 'a day' : `${count} days`
}

function publicOutputsOf({ publicOutputs = [] }: ProductDefinition): ReadonlyMap<string, Json> {
  return new Map(publicOutputs.map(({ output, labels }) => [output, { ...labels }]))
}

/** The kind of each marked field. */
function personalDataOf({ personalData }: ProductDefinition): ReadonlyMap<string, Json> {
  const { fields, sensitive } = personalData ?? nothingMarked
  return new Map([
    ...fields.map((name) => [name, 'personal'] as const),
    ...sensitive.map((name) => [name, 'sensitive'] as const),
  ])
}

/** By what it is about: a field, a plan, the order of one of the lists. */
function checkoutOf({ checkout }: ProductDefinition): ReadonlyMap<string, Json> {
  if (checkout === undefined) return new Map()
  const { quote, policy, planQuestion, planAnswers, plans, fields } = checkout
  const { logo, contact, links } = checkout
  return new Map<string, Json>(
    plainly([
      ...(quote.length > 0 ? [['sections of the quote', quote] as const] : []),
      ...(policy.length > 0 ? [['sections of the policy', policy] as const] : []),
      ...(planQuestion === null ? [] : [['question that plans answer', planQuestion] as const]),
      ...(planAnswers === undefined ? [] : [['answers of plans', planAnswers] as const]),
      ...(logo === undefined ? [] : [['logo', logo] as const]),
      ...(contact === undefined ? [] : [['contact', contact] as const]),
      ...inOrder(links ?? {}).map(([name, texts]) => [`link ${name}`, texts] as const),
      ...inOrder(plans).map(([key, texts]) => [`plan ${key}`, texts] as const),
      ...inOrder(fields).map(([name, field]) => [name, field] as const),
    ]),
  )
}

/** The database keeps members in an order of its own. */
function inOrder<Value>(members: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1))
}

function plainly(entries: readonly (readonly [string, unknown])[]): [string, Json][] {
  return JSON.parse(JSON.stringify(entries)) as [string, Json][] // Definitions are plain data.
}

function named<One extends { readonly key: string }>(
  things: readonly One[],
  describe: (thing: One) => Json,
): ReadonlyMap<string, Json> {
  return new Map(things.map((thing) => [thing.key, describe(thing)]))
}

function withoutKey(thing: { readonly key: string }): Json {
  const { key: _key, ...rest } = thing
  return JSON.parse(JSON.stringify(rest)) as Json // Definitions are plain data.
}

/** Rule strings by field; the item's key stands in front where there are several items. */
function rulesOf(
  definition: ProductDefinition,
  read: (item: ItemDefinition) => readonly FieldRule[],
): ReadonlyMap<string, Json> {
  const isOnly = definition.items.length === 1
  return new Map(
    definition.items.flatMap((item) =>
      read(item).map((rule) => {
        const field = rule.path === null ? rule.name : `${rule.path}.${rule.name}`
        return [isOnly ? field : `${item.key}: ${field}`, rule.validation] as const
      }),
    ),
  )
}

const quoteRulesOf = (item: ItemDefinition) => item.quoteRules.quote
const patchRulesOf = (item: ItemDefinition) => item.quoteRules.quote_patch
const policyPatchOf = (item: ItemDefinition) => item.quoteRules.policy_patch
const variablesOf = (item: ItemDefinition) => item.quoteRules.pricing_variables
const policyFieldsOf = (item: ItemDefinition) => item.fieldDefinition.definition.policy
