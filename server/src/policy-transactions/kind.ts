import type { Refusal } from '../kernel/index.ts'
import type { Reader } from '../database/index.ts'
import type { News } from '../events/index.ts'
import type { Viewer } from '../identity/index.ts'
import type { VersionDocuments } from '../jobs/index.ts'
import type { Charged } from '../ledger/index.ts'
import type { LifeSettings, LoadedVersion } from '../products/index.ts'
import type { Quote } from '../quotes/index.ts'
import type { Conflict, ReplayStep } from '../timelines/index.ts'
import type {
  Policy,
  PolicyContent,
  PolicyEnding,
  PolicyState,
  PolicyStatus,
  PolicyTimeline,
  VersionOf,
} from '../policies/index.ts'
import type { WithdrawalRight } from './kinds/withdrawal/withdrawal-period.ts'
import type { RequestedKind } from './request.ts'
import type { AllowedIn } from './situation.ts'

/** The kinds that the system carries out when their day has come. */
export type SystemKind =
  | 'renewal'
  | 'lapse'
  | 'suspension'
  | 'resumption'
  | 'revival'
  | 'tax_change'
export type TransactionKind = RequestedKind | SystemKind
export type TransactionVersion = VersionOf<TransactionKind>

/** The definition of a kind of policy transaction. Texts for people are in the rooms that show them. */
export interface KindDefinition<Kind extends TransactionKind> {
  /** How it counts where all transactions of a policy are replayed by day. */
  readonly replay: (version: VersionOf<Kind>, link: ChainLink) => ReplayStep
  /**
   * The state of the policy once the version is active. `ending` is how the policy ended before what
   * this version undoes: only kinds that undo something look at it.
   */
  readonly stateAfter: (
    before: PolicyState & PolicyEnding,
    version: VersionOf<Kind>,
    now: Temporal.Instant,
    ending: PolicyEnding,
  ) => PolicyState & PolicyEnding
  /** Whether it undoes an end of the policy, so that an earlier cancellation may hold again. */
  readonly undoesEnd: boolean
  /** The events that the version is active. They never hold a person's data. */
  readonly completed: (policy: Policy, version: VersionOf<Kind>) => readonly News[]
  /** What documents are made for, the main one first. */
  readonly documents: readonly VersionDocuments['occasion'][]
  /** Whether it may replace answers or data of the policy. */
  readonly replacesValues: boolean
  /** Whether a renewal that was priced before stays as it is. */
  readonly keepsRenewal: boolean
  /** Whether what is owed is invoiced by itself, whatever else is to come. */
  readonly isInvoicedAtOnce?: boolean
  /** Whether dunning fees that are still open are no longer owed. */
  readonly waivesFees?: boolean
}

/** A kind that a person requests, previews and may have to pay for first. */
export interface RequestedKindDefinition<Kind extends RequestedKind>
  extends KindDefinition<Kind>, PolicyActionRule {
  /** The statuses that the policy may have while the transaction is assembled. */
  readonly statusesBefore: readonly PolicyStatus[]
  readonly events: {
    readonly requested: `policy.${Kind}_requested`
    readonly failed: `policy.${Kind}_failed`
  }
  /** The event that the version waits to be paid for; null where nobody ever pays for one. */
  readonly proposed: ((policy: Policy, version: VersionOf<Kind>, due: ProposedDue) => News) | null
  /** Whether everything owed is paid before it counts, arrears included, whatever the product says. */
  readonly isPaidInFull: boolean
  readonly apply: (
    db: Reader,
    input: TransactionInput & { readonly version: VersionOf<Kind> },
  ) => Promise<Applied> | Applied
}

/** When a person may do something to a policy, and who. */
export interface PolicyActionRule {
  readonly allowedIn: AllowedIn
  /** Whether it is this caller's to request, and in time. */
  readonly isOpenTo: (asked: ActionAsked) => boolean
  /** Why it is not, as a request would be refused. Where it is always open, there is none. */
  readonly whyClosed?: (asked: ActionAsked) => Refusal
}

/** What decides whether an action is open to a caller. */
export interface ActionAsked {
  readonly caller: Viewer
  readonly policy: Policy
  readonly life: LifeSettings
  /** The right of withdrawal; null where the product gives none. */
  readonly withdrawalRight: WithdrawalRight | null
  /** The day for which a policy that lapsed had been cancelled before; null where there is none. */
  readonly endsOn: Temporal.PlainDate | null
  readonly now: Temporal.Instant
}

/** What a proposed version says of its payment, on the wire of an event. */
export interface ProposedDue {
  readonly version_id: string
  readonly amount: number
  /** How much of it was owed before. */
  readonly arrears?: number
  readonly currency: string
  readonly pay_until: string
}

/** What a transaction makes of the days of a policy. */
export interface Applied {
  readonly timeline: PolicyTimeline
  /** Policy data that was stored nowhere before, besides what the transaction itself brings. */
  readonly contents: readonly PolicyContent[]
  /** What counts only up to a day, because something else was requested for later. */
  readonly conflicts: readonly Conflict[]
}

/** A transaction with the records it brings, as far as these are not stored yet. */
export interface DraftTransaction {
  readonly version: TransactionVersion
  readonly unsaved: Unsaved
}

export interface Unsaved {
  readonly contents: readonly PolicyContent[]
  readonly quotes: readonly Quote[]
}

/** A transaction that may be carried out, with all that its outcome follows from. */
export interface TransactionInput extends DraftTransaction {
  readonly policy: Policy
  readonly product: LoadedVersion
  /** What holds until now. */
  readonly before: PolicyTimeline
  readonly charged: Charged
  /** What was priced for the days after it. */
  readonly quotes: QuotesByDay
  /** All transactions of the policy, this one last. */
  readonly readChain: () => Promise<TransactionChain>
  readonly now: Temporal.Instant
}

/** The quote that prices a segment, by the segment's first day. */
export type QuotesByDay = ReadonlyMap<string, Quote>

/** Every transaction of a policy, to be replayed by day. */
export interface TransactionChain extends KnownRecords {
  readonly steps: readonly ReplayStep[]
}

/** All quotes and contents that any version of a policy names. */
export interface KnownRecords {
  readonly quotes: ReadonlyMap<string, Quote>
  readonly contents: ReadonlyMap<string, PolicyContent>
}

/** Where a version stands in its chain. */
export interface ChainLink {
  /** The timeline of the version that it was made on. */
  readonly before: PolicyTimeline
  /** Its own; undefined where it has none yet. */
  readonly own: PolicyTimeline | undefined
  readonly known: KnownRecords
}
