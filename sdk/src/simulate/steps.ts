import type { CancelPolicy, CreatePayment, ProductFiles, RetryRenewal } from '../generated.ts'
import { addDays, addMonths, isDay } from './calendar.ts'
import { SimulationError } from './simulation-error.ts'

/** How the sandbox card answers instalments from then on. */
export type SimulatedCard = NonNullable<NonNullable<CreatePayment['sandbox']>['mandate']>

/** A folder by its files in base64, or a version that was pushed before. */
export type SimulatedProduct = ProductFiles['files'] | { readonly product_version_id: string }

/** The time of a step: a month of the policy, counted from 1, with an optional day; or a date. */
interface When {
  readonly month?: number
  readonly day?: number
  readonly on?: string
}

/** The event of a step: exactly one of these. */
export interface StepVerbs {
  /** Endorsement: new answers of the quote, from that day on. */
  readonly change?: Readonly<Record<string, unknown>>
  /** Endorsement: new policy data, from that day on. */
  readonly update?: {
    readonly first_name?: string
    readonly last_name?: string
    readonly email?: string
    readonly data?: Readonly<Record<string, unknown>>
  }
  /** How the current card answers instalments from that day on. */
  readonly card?: SimulatedCard
  /** Pays all open amounts: with a new card, by bank transfer, or with `true` as the plan does. */
  readonly pay?: 'card' | 'transfer' | true
  /** Publishes a version, which later renewals use. */
  readonly publish?: SimulatedProduct
  readonly cancel?: {
    readonly last_day?: string
    readonly reason?: string
    /** The kind and the reason, as the product lists them. */
    readonly kind?: NonNullable<CancelPolicy['cancellation_kind']>
    readonly reason_code?: string
    /** The day of the event that gives the right, such as a settled claim. */
    readonly occurred_on?: string
  }
  readonly reinstate?: { readonly gap?: boolean }
  readonly renewal?: 'accept' | 'decline' | { readonly retry: RetryRenewal }
}

/** One step of a policy's life. A change or an update may take effect on a day other than its own. */
export type SimulatedStep = When & StepVerbs & { readonly from?: string }

const verbs = [
  'change',
  'update',
  'card',
  'pay',
  'publish',
  'cancel',
  'reinstate',
  'renewal',
] as const
export type StepVerb = (typeof verbs)[number]

/** A step with its day in the calendar. */
export interface DatedStep {
  readonly index: number
  readonly step: SimulatedStep
  readonly verb: StepVerb
  readonly day: string
}

/** The steps with their days, which must be in order and within the simulated time. */
export function dateSteps(
  steps: readonly SimulatedStep[],
  { soldOn, start, end }: { readonly soldOn: string; readonly start: string; readonly end: string },
): DatedStep[] {
  let before = soldOn
  return steps.map((step, index) => {
    const refuse = (message: string, fix: string) =>
      new SimulationError(message, { step: index, fix })
    const verb = verbOf(step, index)
    const day = dayOf(step, start)
    if (day === null) {
      throw refuse(
        'The step has no valid day.',
        'Write month: 5, or month: 5 with day: 10, or on: 2027-05-10.',
      )
    }
    if (day < soldOn) {
      throw refuse(`The step is on ${day}, before the sale on ${soldOn}.`, 'Choose a later day.')
    }
    if (day < before) {
      throw refuse(
        `The step is on ${day}, but the previous step is on ${before}.`,
        'Write the steps in the order in which they happen.',
      )
    }
    if (day > end) {
      throw refuse(
        `The step is on ${day}, after the end of the simulation on ${end}.`,
        'Simulate more years, or choose an earlier day.',
      )
    }
    before = day
    return { index, step, verb, day }
  })
}

function verbOf(step: SimulatedStep, index: number): StepVerb {
  const given = verbs.filter((verb) => step[verb] !== undefined)
  const [verb] = given
  if (verb !== undefined && given.length === 1) return verb
  const message =
    verb === undefined
      ? 'The step has no event.'
      : `The step has ${given.join(' and ')}. A step has one event.`
  const fix = `Write one of ${verbs.join(', ')}. Two steps may be on the same day.`
  throw new SimulationError(message, { step: index, fix })
}

function dayOf(step: SimulatedStep, start: string): string | null {
  if (step.on !== undefined) return isDay(step.on) ? step.on : null
  const { month = 0, day = 1 } = step
  if (!Number.isInteger(month) || month < 1) return null
  return addDays(addMonths(start, month - 1), day - 1)
}
