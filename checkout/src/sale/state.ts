import type { Assets, CreatedOffer, Form, Quote } from '@bindery/sdk/generated'
import type { ComponentChildren } from 'preact'
import type { Server } from '../api/server.ts'
import type { Checks } from '../form/checks.ts'
import type { Answers, Field, Section } from '../form/field.ts'
import type { Locale } from '../form/locale.ts'
import type { CheckoutEvents } from '../../types/index.d.ts'
import type { Words } from '../words/words.ts'

type EventName = keyof CheckoutEvents extends `bindery-${infer Name}` ? Name : never

export const steps = ['questions', 'price', 'person', 'review', 'payment', 'done'] as const
export type Step = (typeof steps)[number]

/** A price, and what it is for: other answers need another one. */
export interface Priced {
  readonly for: string
  readonly quote: Quote
}

/** The price of a plan; null where the plan cannot be had with these answers. */
export interface PlanPrice {
  readonly for: string
  readonly quote: Quote | null
}

/** A request that takes effect once, however often it is sent. */
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

/** What outlives a reload, in the tab alone. */
export interface Kept {
  readonly step: Step
  readonly itemId: string | null
  readonly planId: string | null
  readonly language: string | null
  /** What the page around us had asked for. */
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

export type Pricing = 'open' | 'asking' | 'told' | 'knockout' | 'failed'
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
  /** Where the customer has to confirm the payment that is pending. */
  readonly confirmAt: string | null
  /** All that is shown, where a piece does something else than sell. */
  readonly page: Panel | null
  /** What a piece shows that was loaded later. */
  readonly panel: Panel | null
  readonly documents: Assets['documents'] | null
  /** What the plans cost, by their ids, as far as that was asked for. */
  readonly planPrices: Readonly<Record<string, PlanPrice>>
  /** Where the page is to look next; counted, so that the same place can be meant twice. */
  readonly focus: { readonly at: string; readonly count: number }
}

/** What asks for any number of answers; a piece of its own. */
export type Lists = typeof import('../later/list-field.tsx')

/** The sale while it goes on: what all that happens reads and writes. */
export interface Store {
  readonly server: Server
  readonly loadLists: () => Promise<Lists>
  get(): State
  set(change: Partial<State>): void
  /** Tells the page around us; a hint, for the truth is told by webhooks. */
  tell<Name extends EventName>(name: Name, detail: CheckoutEvents[`bindery-${Name}`]): void
}

export const nothingKept: Kept = {
  step: 'questions',
  itemId: null,
  planId: null,
  language: null,
  asked: null,
  answers: {},
  priced: null,
  offerCall: null,
  made: null,
  payCall: null,
  pendingId: null,
  way: null,
  leadId: null,
  saveCall: null,
}

export function openedOf(store: Store): Opened {
  const { opened } = store.get()
  if (opened === null) throw new Error('the form is not there yet')
  return opened
}

/** A part of the page is not there; answers are kept, so that the page can be loaded again. */
export function tellMissing(store: Store): void {
  const text = store.get().words.missing
  store.set({ notice: { kind: 'bad', text, isToReload: true } })
  lookAt(store, 'heading')
}

export function lookAt(store: Store, at: string): void {
  store.set({ focus: { at, count: store.get().focus.count + 1 } })
}

export function goTo(store: Store, step: Step): void {
  if (store.get().step !== step) {
    store.tell('step', { step })
    store.set({ panel: null })
  }
  store.set({ step })
  lookAt(store, 'heading')
}
