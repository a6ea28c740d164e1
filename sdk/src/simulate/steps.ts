import type { CreatePayment, ProductFiles, RetryRenewal } from '../generated.ts'
import { addDays, addMonths, isDay } from './calendar.ts'
import { SimulationError } from './simulation-error.ts'

/** What the sandbox's card does with instalments from then on. */
export type SimulatedCard = NonNullable<NonNullable<CreatePayment['sandbox']>['mandate']>

/** A folder by its files in base64, or a version that was pushed before. */
export type SimulatedProduct = ProductFiles['files'] | { readonly product_version_id: string }

/** When: in a month of the policy, counted from 1, on its first day or another; or on a day. */
interface When {
  readonly month?: number
  readonly day?: number
  readonly on?: string
}

/** What happens in a step: one of these. */
export interface StepVerbs {
  /** Other answers of the quote, from that day on. */
  readonly change?: Readonly<Record<string, unknown>>
  /** Other data of the policy, from that day on. */
  readonly update?: {
    readonly first_name?: string
    readonly last_name?: string
    readonly email?: string
    readonly data?: Readonly<Record<string, unknown>>
  }
  /** What the card does with instalments from that day on, whichever card it is then. */
  readonly card?: SimulatedCard
  /** All that is open is paid: with another card, or by bank transfer; with `true` as the plan has it. */
  readonly pay?: 'card' | 'transfer' | true
  /** A version that what was sold is renewed on from then on. */
  readonly publish?: SimulatedProduct
  readonly cancel?: { readonly last_day?: string; readonly reason?: string }
  readonly reinstate?: { readonly gap?: boolean }
  readonly renewal?: 'accept' | 'decline' | { readonly retry: RetryRenewal }
}

/** One step of a policy's life. A change or an update may count from another day on than its own. */
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

/** The steps with their days, which must follow one another, within the time that is simulated. */
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
        'The step does not say when it happens.',
        'Say month: 5, or month: 5 with day: 10, or on: 2027-05-10.',
      )
    }
    if (day < soldOn) {
      throw refuse(`The step is on ${day}, before the sale on ${soldOn}.`, 'Give it a later day.')
    }
    if (day < before) {
      throw refuse(
        `The step is on ${day}, but the one before it on ${before}.`,
        'Write the steps in the order in which they happen.',
      )
    }
    if (day > end) {
      throw refuse(
        `The step is on ${day}, after the end of the simulation on ${end}.`,
        'Simulate more years, or give it an earlier day.',
      )
    }
    before = day
    return { index, step, verb, day }
  })
}

function verbOf(step: SimulatedStep, index: number): StepVerb {
  const said = verbs.filter((verb) => step[verb] !== undefined)
  const [verb] = said
  if (verb !== undefined && said.length === 1) return verb
  const message =
    verb === undefined
      ? 'The step does not say what happens.'
      : `The step says ${said.join(' and ')}: a step is one of them.`
  const fix = `Say one of ${verbs.join(', ')}; two steps may be on one day.`
  throw new SimulationError(message, { step: index, fix })
}

function dayOf(step: SimulatedStep, start: string): string | null {
  if (step.on !== undefined) return isDay(step.on) ? step.on : null
  const { month = 0, day = 1 } = step
  if (!Number.isInteger(month) || month < 1) return null
  return addDays(addMonths(start, month - 1), day - 1)
}
