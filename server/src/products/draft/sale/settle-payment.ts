import {
  type WorkbookProposal,
  type ProposedField,
  type Frequency,
  frequencyOf,
  saysFrequency,
} from '../../../pricing/index.ts'
import { parseRules } from '../../../rules/index.ts'
import { paymentsPerYear } from '../../payments-in.ts'
import { planFrequencies } from '../../product-definition.ts'
import { type SaleWish, type Settled, refuseOutputTwice, saleProblem } from './sale.ts'
import { titleOf, wordsOf } from './settle-start.ts'

/** How customers pay: by plans, or as one of their answers says. */
export interface Payment {
  readonly plans: readonly Frequency[]
  /** Null where no answer says it. */
  readonly question: { readonly field: ProposedField; readonly answers: PlanAnswers } | null
  /** Whether the workbook puts out itself how many payments there are. */
  readonly isSetByWorkbook: boolean
}

/** The answers that mean each plan. */
export type PlanAnswers = ReadonlyMap<Frequency, string>

const planKeys: readonly Frequency[] = ['once', ...planFrequencies]

/** How often customers pay. */
export function settlePayment(
  { fields, outputs, billingCycles }: WorkbookProposal,
  wish: SaleWish,
): Settled<Payment> {
  if (outputs.includes('billing_cycles')) {
    const plans = plansFor(billingCycles)
    const settled = { plans, question: null, isSetByWorkbook: true }
    return {
      question: null,
      settled,
      problems: refuseOutputTwice('pay', wish.pay, 'billing_cycles'),
    }
  }
  const asking = fields.flatMap((field) => {
    const answers = answersOf(field)
    return answers === null ? [] : [{ field, answers }]
  })
  const found =
    asking.find(({ field }) => saysFrequency(wordsOf(field))) ??
    asking.find(({ field }) => field.type === 'string')
  const answer = wish.pay ?? found?.field.name ?? null
  const choices = [
    ...asking.map(({ field }) => ({
      value: field.name,
      label: `as the answer to "${titleOf(field)}" says`,
    })),
    { value: 'year', label: 'every year' },
    { value: 'month', label: 'every month' },
    { value: 'month,year', label: 'every month or every year, as the customer chooses' },
    { value: 'once', label: 'once, for the whole term' },
  ]
  const reason =
    wish.pay !== null || found === undefined
      ? ''
      : `${found.field.place} is called "${titleOf(found.field)}"`
  const settled = paymentFrom(answer, asking)
  return {
    question: { name: 'pay', answer, reason, choices },
    settled,
    problems: settled === null ? [problemOf(answer, asking)] : [],
  }
}

type Asking = Payment['question'] & object

function paymentFrom(answer: string | null, asking: readonly Asking[]): Payment | null {
  const question = asking.find(({ field }) => field.name === answer)
  if (question !== undefined) {
    return { plans: [...question.answers.keys()], question, isSetByWorkbook: false }
  }
  const written = (answer ?? '').split(',').map((one) => one.trim())
  const plans = planKeys.filter((key) => written.includes(key))
  const isKnown = written.every((one) => planKeys.some((key) => key === one))
  return isKnown && plans.length > 0 ? { plans, question: null, isSetByWorkbook: false } : null
}

/** The plan of each answer, if all answers are frequencies of payment. */
function answersOf(field: ProposedField): PlanAnswers | null {
  const { name, validation } = field
  const parsed = parseRules({ name, path: 'data', validation }, '')
  const listed = parsed.ok ? parsed.rules.find((rule) => rule.name === 'in')?.arguments : undefined
  if (listed === undefined || listed.length < 2) return null
  // Numbers may mean anything where nothing says that they count payments.
  if (field.type !== 'string' && !saysFrequency(wordsOf(field))) return null
  const answers = new Map<Frequency, string>()
  for (const one of listed) {
    const plan = frequencyOf(one)
    if (plan === null || answers.has(plan)) return null
    answers.set(plan, one)
  }
  return answers
}

/** Plans that fit the payments that the workbook says there are. */
function plansFor(cycles: WorkbookProposal['billingCycles']): Frequency[] {
  if (cycles === 'varies') return ['once', ...planFrequencies]
  if (cycles === null || cycles <= 1) return ['once']
  const fitting = planFrequencies.filter((frequency) => paymentsPerYear[frequency] === cycles)
  return fitting.length === 0 ? ['once'] : fitting
}

function problemOf(answer: string | null, asking: readonly Asking[]) {
  const values = [...asking.map(({ field }) => field.name), ...planKeys].join(', ')
  return saleProblem(
    'pay',
    answer === null
      ? 'The workbook does not say how often customers pay.'
      : `${answer} names neither payment plans nor a question that says how often one pays.`,
    `Say how customers pay with --pay (pay in the API): ${values}; several plans with commas, as month,year.`,
  )
}
