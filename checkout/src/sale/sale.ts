import type { ComponentChildren } from 'preact'
import type {
  Assets,
  CreatePayment,
  CreatedOffer,
  Form,
  NextAction,
  Quote,
} from '@bindery/sdk/generated'
import type { Server } from '../api/server.ts'
import type { Checks } from '../form/checks.ts'
import type { Answers, Field, Section } from '../form/field.ts'
import type { Locale } from '../form/locale.ts'
import type { CheckoutEvents } from '../../types/index.d.ts'
import type { Words } from '../words/words.ts'

type EventName = keyof CheckoutEvents extends `bindery-${infer Name}` ? Name : never

export const steps = ['questions', 'price', 'person', 'review', 'payment', 'done'] as const
export type Step = (typeof steps)[number]

/** The id of the knockout message, which gets the focus when the customer tries to continue. */
export const knockoutId = 'knockout'

/** A price, and the request it is for: other answers need another price. */
export interface Priced {
  readonly for: string
  readonly quote: Quote
}

/** The price of a plan; null where the plan cannot be had with these answers. */
export interface PlanPrice {
  readonly for: string
  readonly quote: Quote | null
}

/** An idempotent request: it takes effect once, however often it is sent. */
export interface Call {
  readonly key: string
  readonly body: string
}

export interface Made {
  readonly for: string
  readonly offer: CreatedOffer
  /** As the offer or policy has it; null until it was asked for. */
  readonly cover: Assets['cover'] | null
}

/** State that survives a reload, in this tab only. */
export interface Kept {
  readonly step: Step
  readonly itemId: string | null
  readonly planId: string | null
  readonly language: string | null
  /** The language that the embedding page asked for. */
  readonly asked: string | null
  readonly answers: Answers
  readonly priced: Priced | null
  readonly offerCall: Call | null
  readonly made: Made | null
  readonly payCall: Call | null
  /** Of a payment that its bank has not confirmed yet. */
  readonly pendingId: string | null
  /** `provider/method` that was chosen. */
  readonly way: string | null
  /** Of the lead that the sale comes from, or that was saved of it. */
  readonly leadId: string | null
  readonly saveCall: Call | null
}

/** Drawn below a step. */
export type Panel = () => ComponentChildren

export type Pricing = 'open' | 'asking' | 'quoted' | 'knockout' | 'failed'
export type Failure = 'notFound' | 'notAllowed' | 'wrongKey' | 'failed' | 'missing'
export interface Notice {
  readonly kind: 'kind' | 'bad'
  readonly text: string
  /** Whether it helps to load the page again. */
  readonly isToReload?: boolean
}

/** The form in the customer's language, with its rules compiled. */
export interface Opened {
  readonly form: Form
  readonly item: Form['items'][number]
  readonly plan: Form['subscription_plans'][number]
  readonly fields: readonly Field[]
  readonly quoteSections: readonly Section[]
  readonly policySections: readonly Section[]
  readonly consents: readonly Field[]
  readonly checks: Checks
  /** What draws lists, where the form has some. */
  readonly lists: Lists | null
  readonly locale: Locale
  readonly words: Words
}

export interface State extends Kept {
  readonly words: Words
  readonly opened: Opened | null
  readonly failure: Failure | null
  readonly isLost: boolean
  readonly isBusy: boolean
  readonly pricing: Pricing
  /** What is said at fields, by their ids. */
  readonly shown: Readonly<Record<string, string>>
  readonly notice: Notice | null
  readonly isPending: boolean
  /** What the customer has to do for the payment that is pending. */
  readonly action: NextAction | null
  /** `provider/method` of that payment, as far as it is known. */
  readonly pendingWay: string | null
  /** Draws the form of a payment service, once one is needed. */
  readonly payForm: PayForm | null
  /** The whole page, where a piece does something other than sell. */
  readonly page: Panel | null
  /** The content of a piece that was loaded later. */
  readonly panel: Panel | null
  readonly documents: Assets['documents'] | null
  /** The documents that the customer has to receive; null until that is known. */
  readonly handover: { readonly isComplete: boolean; readonly view: Panel } | null
  /** What the plans cost, by their ids, as far as that was asked for. */
  readonly planPrices: Readonly<Record<string, PlanPrice>>
  /** Where the page is to look next; counted, so that the same place can be meant twice. */
  readonly focus: { readonly at: string; readonly count: number }
}

/** A form of a payment service on the page; a piece of its own. */
export type PayForm = (props: {
  /** Null once nothing is left to do but wait. */
  readonly action: NextAction | null
  readonly method: string
  readonly amount: string
  readonly opened: Pick<Opened, 'locale' | 'words'>
  readonly payer: { readonly name: string; readonly email: string }
  readonly isBusy: boolean
  /** The customer has filled it in: the server knows what came of it. */
  readonly filledIn: () => Promise<void>
  /** Null where the payment is not the customer's to end. */
  readonly giveUp: (() => void) | null
  /** Asked before anything is charged: false where the payment is no longer the one to make. */
  readonly isCurrent?: () => Promise<boolean>
}) => ComponentChildren

/** The props of a step. */
export interface StepProps {
  readonly sale: Sale
  readonly state: State
  readonly opened: Opened
}

/** The props of a question. */
export interface FieldProps extends StepProps {
  readonly field: Field
}

/** The props of any input. */
export interface InputProps extends FieldProps {
  readonly describedBy: string | undefined
  readonly isWrong: boolean
}

/** What asks for any number of answers; a piece of its own. */
export interface Lists {
  readonly ListField: (
    props: InputProps & {
      /** Help, and what is wrong. */
      readonly note: ComponentChildren
      readonly classes: string
    },
  ) => ComponentChildren
  /** The answers of a list one by one, for reading them over. */
  answersIn(
    list: Field,
    answers: Answers,
    language: string,
  ): readonly { readonly label: string; readonly field: Field }[]
}

/** The state of the sale, read and written by all its actions. */
export interface Store {
  readonly server: Server
  readonly loadLists: () => Promise<Lists>
  readonly loadHandover: () => Promise<{
    /** Follows what the customer of this offer has received. */
    readonly handOver: (store: Store) => Promise<void>
  }>
  readonly loadPayForm: () => Promise<{
    readonly StripeForm: PayForm
    /** What is said to a customer who comes back from a bank to a page that knows of no payment. */
    readonly saysElsewhere: (language: string) => string
  }>
  get(): State
  set(change: Partial<State>): void
  /** Sends an event to the embedding page. It is only a hint: rely on webhooks instead. */
  emit<Name extends EventName>(name: Name, detail: CheckoutEvents[`bindery-${Name}`]): void
}

/** The actions of the customer. */
export interface Sale {
  open(): Promise<void>
  state(): State
  search: Server['datasetItems']
  type(field: Field, text: string, value?: string): void
  leave(field: Field): void
  /** Replaces answers, for example when rows move. */
  put(change: Pick<State, 'answers' | 'shown'>): void
  lookAt(id: string): void
  choose(change: { itemId?: string; planId?: string; language?: string }): Promise<void>
  readonly chooseWay: (way: string) => void
  next(): Promise<void>
  /** Goes back to an earlier step. */
  back(step: Step): Promise<void>
  /** Saves the answers, to continue later with a link. */
  save(): Promise<void>
  isOffered(): boolean
  /** The quote of a plan for the current answers; null where not available, undefined where unknown. */
  quoteOf(plan: Opened['plan']): Quote | null | undefined
  readonly fileAt: (href: string) => string
  pay(way: Pick<CreatePayment, 'provider' | 'method' | 'sandbox'>): Promise<void>
  giveUp(): Promise<void>
  /** The form of a payment service was filled in. */
  readonly filledIn: () => Promise<void>
  /** The next sale begins with nothing of the last one. */
  again(): Promise<void>
  close(): void
}
