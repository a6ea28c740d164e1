import type { AccountId, JsonObject, Refusal } from '../kernel/index.ts'
import type { Till } from '../ledger/index.ts'
import { isCollectedElsewhere } from '../products/index.ts'
import type { CredentialField, CredentialOwner } from './credentials/credentials.ts'
import type { CredentialCheck } from './credentials/manage-credentials.ts'
import type { ProviderDispute } from './disputes/dispute.ts'
import type { MandateSetup } from './mandate-setup.ts'
import type { Payment, Refund } from './payment.ts'

/** A provider's answer about a charge or a refund. `pending` means: ask again, or wait for its callback. */
export type ProviderAnswer =
  | ChargeMade
  | ({
      readonly status: 'pending'
      readonly reference: string | null
      /** The customer, who is not there, has to confirm it before it can be made. */
      readonly needsCustomer?: true
      /** It was accepted, and its money comes within some weeks, or is refused. */
      readonly isProcessing?: true
      /** Given with a payment that is processing. */
      readonly mandate?: NewMandate
    } & NewsToCome)
  | {
      readonly status: 'failed'
      readonly errorCode: string
      readonly reason: string
      /** The consequence for the mandate by which it was collected; `soft` by default. */
      readonly decline?: Decline
    }

/** The money of a charge that was made was taken back. */
export interface ChargedBack {
  readonly status: 'charged_back'
  readonly reason: string
  /** The amount that was taken back, where the provider reports it and it is not the whole. */
  readonly taken?: { readonly amount: number; readonly currency: string }
}

/** The provider reports a state that this release does not know: a person has to look. */
export interface Unclear {
  readonly status: 'unclear'
  readonly reference: string | null
  readonly reason: string
}

/** The states of a payment that a provider may report at any time. */
export type PaymentNews = ProviderAnswer | ChargedBack | Unclear

/**
 * Trying again may help, or never will; or the mandate is there no longer. `not_asked`: the bank of the
 * customer was never asked, so it is no decline and counts as no attempt.
 */
export type Decline = 'soft' | 'hard' | 'revoked' | 'not_asked'

interface NewsToCome {
  /** When to ask again, where the provider knows that there will be news then. */
  readonly askAgainAt?: Temporal.Instant
}

export interface ChargeMade extends NewsToCome {
  readonly status: 'ok'
  readonly chargeId: string | null
  readonly reference: string | null
  /** The amount that was taken, where the provider reports it: any other than asked pays nothing. */
  readonly taken?: { readonly amount: number; readonly currency: string }
  /** The mandate for the next instalments, where the payment gave one. */
  readonly mandate?: NewMandate
}

/** What a provider says of a mandate that a customer has given. */
export interface NewMandate {
  /** The provider's name of it. It is stored sealed, and shown to nobody. */
  readonly reference: string
  /** What may be shown of the means of payment, such as the last digits of a card. */
  readonly hint?: string
  /** What the customer's bank shows of it: the reference of the mandate, and whose it is. */
  readonly shownReference?: string
  readonly creditorId?: string
}

/**
 * The outcome of voiding a charge: it will never be made, or it was made already.
 * A provider that can say neither throws, and is asked again.
 */
export type VoidAnswer = { readonly status: 'voided' } | ChargeMade

/** A provider's answer about a mandate that a customer gives without a payment. */
export type SetupAnswer =
  | { readonly status: 'ok'; readonly mandate: NewMandate }
  | { readonly status: 'pending'; readonly reference?: string }
  | { readonly status: 'failed'; readonly errorCode: string; readonly reason: string }

/** How a customer gives a mandate without a payment. */
interface MandateSetups {
  /** Begins it: no money is taken. */
  begin(setup: MandateSetup, signal: AbortSignal): Promise<SetupAnswer>
  /** Its current state. One that the provider does not know has failed. */
  find(setup: MandateSetup, now: Temporal.Instant, signal: AbortSignal): Promise<SetupAnswer>
  /** The action of the customer that it waits for; null if there is none. */
  nextAction(
    setup: MandateSetup,
    signal: AbortSignal,
  ): NextAction | null | Promise<NextAction | null>
  /** The result of the customer's reply on the provider's page of `nextAction`; null for a wrong token. */
  customerAnswers?(setup: MandateSetup, reply: CustomerReply): SetupAnswer | null
}

/** The state of a refund at the provider. `unknown`: the refund was never requested, so request it. */
export type RefundFound = ProviderAnswer | { readonly status: 'unknown' }

/** A refund that was paid and was never asked for from here. */
export interface OwnRefund {
  readonly reference: string
  readonly amount: number
}

/** A callback whose signature held: about a payment, or about a mandate that is set up. */
export type ProviderCallback = PaymentCallback | SetupCallback

interface PaymentCallback {
  readonly paymentId: string
  /** The reported state of that payment, completed by the provider's own data. */
  answerFor(payment: Payment): PaymentNews
}

interface SetupCallback {
  readonly setupId: string
  answerFor(setup: MandateSetup): SetupAnswer
}

/** What the customer has to do before a payment can be made. */
export type NextAction =
  /** Go to a page of the bank, on which the amount is shown. */
  | { readonly type: 'redirect'; readonly url: string }
  /** Transfer the amount to this account, with the reference. */
  | {
      readonly type: 'bank_transfer'
      readonly iban: string
      readonly bic: string | null
      readonly accountHolder: string
      readonly reference: string
      readonly amount: number
      readonly currency: string
    }
  /** Confirm it in the form of Stripe on the page. The secret is for this payment alone: never log it. */
  | { readonly type: 'stripe'; readonly clientSecret: string; readonly publishableKey: string }

/** What a provider is asked to charge, besides the payment itself. */
export interface ChargeRequest {
  /** What the request says to the provider itself. */
  readonly options: JsonObject
  /** Whether later instalments are to be collected by it. */
  readonly keepsMandate: boolean
}

/** What a callback is about. Its content counts for nothing: the provider is asked. */
export type CallbackHint =
  | { readonly about: 'payment'; readonly paymentId: string }
  | { readonly about: 'setup'; readonly setupId: string }
  | { readonly about: 'refund'; readonly refundId: string }
  /** A payment, by what the provider calls it. */
  | { readonly about: 'reference'; readonly reference: string }
  /** A refund that was made at the provider, of the payment that it calls so. */
  | { readonly about: 'own_refund'; readonly reference: string }
  | { readonly about: 'nothing' }

/** The account of an insurer at a provider. */
interface ProviderCredentials {
  readonly fields: readonly CredentialField[]
  /** Asks the provider whether the account can be used, and what is wrong with it. */
  check(owner: CredentialOwner, signal: AbortSignal): Promise<CredentialCheck>
  /** Why nobody can pay by it now; null if the account is set up. */
  refusalOf(owner: CredentialOwner): Promise<Refusal | null>
}

/** Callbacks to an address of each insurer, signed with a secret of its account. */
interface HintedCallbacks {
  /** Null when it is not signed by the provider, or is about another account. */
  read(
    call: { readonly headers: CallbackHeaders; readonly rawBody: string },
    insurerId: AccountId,
    signal: AbortSignal,
  ): Promise<(CallbackHint & { readonly livemode: boolean }) | null>
  /** What has happened at the account since, by the provider's own record of it. */
  since(
    owner: CredentialOwner,
    since: Temporal.Instant,
    signal: AbortSignal,
  ): AsyncIterable<CallbackHint>
}

/** What a movement of money is about, by what the provider knows of it. */
type MovementSubject =
  | { readonly kind: 'payment'; readonly paymentId: string | null }
  | { readonly kind: 'refund'; readonly refundId: string | null }
  | { readonly kind: 'dispute' | 'payout' | 'fee' | 'other' }

/** A movement of money at a provider, as it changed the balance of the account. */
export interface ProviderMovement {
  readonly about: MovementSubject
  readonly reference: string
  /** What the provider calls the payment that it belongs to; null where there is none. */
  readonly paymentReference: string | null
  /** What the provider calls its cause, such as a charge or a payout. */
  readonly source: string | null
  /** The provider's own word for it. */
  readonly type: string
  /** What came in, before the fee; below zero what went out. */
  readonly amount: number
  readonly fee: number
  readonly currency: string
  readonly happenedAt: Temporal.Instant
  /** When the bank has it, of a payout. */
  readonly valueDay: Temporal.PlainDate | null
}

/** A page of movements; or the provider does not show them with this key. */
export type MovementPage =
  | {
      readonly kind: 'page'
      readonly movements: readonly ProviderMovement[]
      /** Where the next page begins; null for the last. */
      readonly next: string | null
    }
  | { readonly kind: 'refused'; readonly reason: string }

/** The money of an insurer's account, as the provider has booked it. */
interface ProviderBalance {
  /** What moved from the first moment to the second, in any order. */
  movements(
    owner: CredentialOwner,
    span: { readonly from: Temporal.Instant; readonly until: Temporal.Instant },
    page: string | null,
    signal: AbortSignal,
  ): Promise<MovementPage>
}

/** The customer's decision on the provider's page, with the token from the address of that page. */
export interface CustomerReply {
  readonly token: string
  readonly isConfirmed: boolean
}

/**
 * A way to be paid. One that answers at once needs no network and settles in our own transaction.
 * Each of its calls is made with no transaction open, and must give up when the signal says so.
 */
export interface PaymentProvider {
  readonly name: string
  readonly testModeOnly: boolean
  readonly settlesAtOnce: boolean
  /** How long a payment may take before it is given up; two days where nothing is said. */
  readonly pendingHoursMax?: number
  /** The account of each insurer there. Absent where none is needed. */
  readonly credentials?: ProviderCredentials
  /** Callbacks that only say what to ask about. Absent where there are none. */
  readonly hints?: HintedCallbacks
  /** Its movements of money. Absent where it has no balance that could be asked for. */
  readonly balance?: ProviderBalance
  /** The payment's reference that the provider needs, from before the first call on. */
  referenceFor?(options: JsonObject): string | null
  /** Takes the money. */
  charge(payment: Payment, request: ChargeRequest, signal: AbortSignal): Promise<ProviderAnswer>
  /** The same for a payment that is collected by a mandate: a try of its invoice, counted from 1. */
  referenceForCollection?(
    mandateReference: string,
    attempt: number,
    now: Temporal.Instant,
  ): string | null
  /** Takes the money by a mandate. Absent where there are none. */
  collect?(
    payment: Payment,
    mandate: {
      readonly reference: string
      /** The day of the debit, where it is ordered before; null on a test clock. */
      readonly debitOn: Temporal.PlainDate | null
    },
    signal: AbortSignal,
  ): Promise<ProviderAnswer | Unclear>
  /** Mandates without a payment. Absent where there are none. */
  readonly setups?: MandateSetups
  /** The action of the customer that a pending payment waits for; null if there is none. */
  nextAction?(payment: Payment, signal: AbortSignal): NextAction | null | Promise<NextAction | null>
  /** The result of the customer's reply on the provider's page of `nextAction`; null for a wrong token. */
  customerAnswers?(payment: Payment, reply: CustomerReply): ProviderAnswer | null
  /** The current state of a charge. A charge that the provider does not know has failed. */
  find(payment: Payment, now: Temporal.Instant, signal: AbortSignal): Promise<PaymentNews>
  /** Sees to it that a charge is never made, unless it was. */
  void(payment: Payment, signal: AbortSignal): Promise<VoidAnswer>
  /** Refunds money. Requested twice under one `refundKey`, it is refunded once. */
  refund(refund: Refund, payment: Payment, signal: AbortSignal): Promise<ProviderAnswer>
  /** The refunds of a payment that people made at the provider itself. Absent where nobody can. */
  ownRefunds?(payment: Payment, signal: AbortSignal): Promise<readonly OwnRefund[]>
  /** The disputes of a payment. Absent where there are none. */
  disputes?(payment: Payment, signal: AbortSignal): Promise<readonly ProviderDispute[]>
  /** The state of a refund, and when there may be news of it: by the time of its policy. */
  findRefund(
    refund: Refund,
    payment: Payment,
    now: Temporal.Instant,
    signal: AbortSignal,
  ): Promise<RefundFound>
  /** Reads a callback, or null when it is not signed by the provider. Absent where there are none. */
  readCallback?(
    headers: CallbackHeaders,
    rawBody: string,
    now: Temporal.Instant,
  ): ProviderCallback | null
}

/** The key of a refund at the provider: a retry after a failure has another key. */
export function refundKey(refund: Pick<Refund, 'id' | 'attempt'>): string {
  return refund.attempt === 1 ? refund.id : `${refund.id}-${refund.attempt}`
}

/**
 * Where the money of a payment comes in, also where its provider is there no longer. A receipt says
 * itself that it came to us.
 */
export function tillOf({ provider, receivedOn }: Pick<Payment, 'provider' | 'receivedOn'>): Till {
  if (receivedOn !== null) return 'bank'
  return isCollectedElsewhere(provider) ? 'collected_elsewhere' : 'cash'
}

/** Header values by lower-case name. */
export type CallbackHeaders = Readonly<Record<string, string | string[] | undefined>>

export type Providers = ReadonlyMap<string, PaymentProvider>
