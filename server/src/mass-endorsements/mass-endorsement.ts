import type {
  AccountId,
  Json,
  MassEndorsementId,
  NextTermEndorsementId,
  PolicyId,
  PolicyVersionId,
  ProductId,
  UserId,
} from '../kernel/index.ts'
import type { Actor } from '../identity/index.ts'
import type { TaxRateChange } from '../pricing/index.ts'
import type { IndexationChange } from './raised-value.ts'
import type { MassTally } from './mass-tally.ts'

/** Acts on each policy that rooms above carry out; all other kinds are endorsements. */
export const massActKinds = ['cancellation', 'dunning_hold', 'renewal_retry', 'task'] as const
export type MassActKind = (typeof massActKinds)[number]

export const massEndorsementKinds = ['tax_rate', 'indexation', ...massActKinds] as const

export interface TaskOfMass {
  readonly title: string
  readonly assigneeId: UserId | null
}

/** The rates of a tax by law, the rise of an answer by an index, or what an act needs besides its day. */
export type MassChange =
  | { readonly kind: 'tax_rate'; readonly change: TaxRateChange }
  | { readonly kind: 'indexation'; readonly change: IndexationChange }
  | { readonly kind: 'task'; readonly change: TaskOfMass }
  | { readonly kind: Exclude<MassActKind, 'task'>; readonly change: null }

export const massEndorsementStates = [
  'draft',
  'previewing',
  'previewed',
  'running',
  'stopped',
  'done',
] as const
export type MassEndorsementState = (typeof massEndorsementStates)[number]

export const changedSituations = ['in_force', 'ending'] as const
/** In which situations policies are changed. */
export type ChangedSituation = (typeof changedSituations)[number]

/** Which policies of the product are meant; null where all are. */
export interface MassFilter {
  /** Of the last term that was sold, as the plan. */
  readonly productVersionId: string | null
  readonly distributorId: string | null
  readonly planId: string | null
  readonly situations: readonly ChangedSituation[]
  /** These alone; null for all that match. */
  readonly policyIds: readonly PolicyId[] | null
}

/** One change of all policies of a product that match, or one act on each of them. */
export type MassEndorsement = MassRecord & MassChange

/** Of whatever kind. */
export interface MassRecord {
  readonly id: MassEndorsementId
  readonly insurerId: AccountId
  readonly livemode: boolean
  readonly productId: ProductId
  readonly filter: MassFilter
  /** From which a change counts, the last day of cover, until when dunning is held, or until when a task is due. */
  readonly effectiveDay: Temporal.PlainDate
  /** Why, for the audit log: never a person's data. */
  readonly reason: string
  readonly state: MassEndorsementState
  /** All policies up to this one were looked at, by the preview or the run; null before the first. */
  readonly place: PolicyId | null
  /** How often policies that were being changed by somebody else were tried again. */
  readonly turns: number
  /** Null until it is previewed. */
  readonly preview: MassTally | null
  /** Null until it is started. */
  readonly tally: MassTally | null
  readonly createdAt: Temporal.Instant
  readonly createdBy: Json
  /** Who started it, and so acts; null before. */
  readonly startedBy: Actor | null
  readonly startedAt: Temporal.Instant | null
  readonly finishedAt: Temporal.Instant | null
}

export const massOutcomes = ['applied', 'skipped', 'failed', 'waiting'] as const
/** A policy that waits is being changed by somebody else, and is tried again. */
export type MassOutcome = (typeof massOutcomes)[number]

/** What became of one policy. */
export interface MassResult {
  readonly massEndorsementId: MassEndorsementId
  readonly policyId: PolicyId
  readonly outcome: MassOutcome
  /** Why it was not applied; null where it was. */
  readonly code: string | null
  /** The version that changes the policy. */
  readonly versionId: PolicyVersionId | null
  /** What was endorsed for the next term instead. */
  readonly nextTermEndorsementId: NextTermEndorsementId | null
  /** Null where no price was looked at. */
  readonly price: ChangedPrice | null
}

/** A price of one billing period, and how often it is paid. */
export interface ChangedPrice {
  /** From when on. */
  readonly firstDay: string
  readonly currency: string
  readonly paymentBefore: number
  readonly paymentAfter: number
  readonly taxBefore: number
  readonly taxAfter: number
  /** In a year; one where the term is paid at once. */
  readonly payments: number
}
