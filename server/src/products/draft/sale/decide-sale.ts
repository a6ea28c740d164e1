import type { Problem } from '../../../kernel/index.ts'
import {
  type AddedOutput,
  type ProposedField,
  type WorkbookProposal,
  type Frequency,
  premiumForIn,
  saysAge,
} from '../../../pricing/index.ts'
import { paymentsPerYear } from '../../payments-in.ts'
import { type RenewalKind, renewalKinds } from '../../product-definition.ts'
import { askedDay, frequencyField, startField, termField } from './sale-fields.ts'
import { type Sale, type SaleQuestion, type SaleWish, type Settled, saleProblem } from './sale.ts'
import { type Payment, settlePayment } from './settle-payment.ts'
import { type Start, settleStart, wordsOf } from './settle-start.ts'
import { type Term, settleTerm } from './settle-term.ts'

export interface DecidedSale {
  /** Null where something is not said yet. */
  readonly sale: Sale | null
  readonly questions: readonly SaleQuestion[]
  readonly problems: readonly Problem[]
}

/** Decides how a product from a workbook is sold, by the workbook and by the options. */
export function decideSale(
  proposal: WorkbookProposal,
  /** The label of the premium's cell, if it was searched for. */
  premiumLabel: string | null,
  wish: SaleWish,
  today: Temporal.PlainDate,
): DecidedSale {
  const { fields, outputs } = proposal
  const start = settleStart(fields, outputs, wish)
  const term = settleTerm(fields, outputs, wish)
  const payment = settlePayment(proposal, wish)
  const premiumFor = settlePremiumFor(payment.settled, premiumLabel, proposal, wish)
  const renewal = settleRenewal(term.settled, wish)
  const all = [start, term, payment, premiumFor, renewal]
  const questions = all.flatMap(({ question }) => question ?? [])
  const problems = [
    ...all.flatMap((one) => one.problems),
    ...onePaymentForEver(proposal, term.settled, payment.settled, wish),
  ]
  if (
    problems.length > 0 ||
    start.settled === null ||
    term.settled === null ||
    payment.settled === null ||
    premiumFor.settled === null ||
    renewal.settled === null
  ) {
    return { sale: null, questions, problems }
  }
  const sale = wired(
    proposal,
    {
      start: start.settled,
      term: term.settled,
      payment: payment.settled,
      isShared: premiumFor.settled === 'year',
      renewal: renewal.settled,
    },
    today,
  )
  return { sale, questions, problems }
}

/** Whether amounts are of one payment or of a year; it matters where a year has several payments. */
function settlePremiumFor(
  payment: Payment | null,
  label: string | null,
  { layout }: WorkbookProposal,
  wish: SaleWish,
): Settled<'payment' | 'year'> {
  const matters =
    payment !== null &&
    !payment.isSetByWorkbook &&
    payment.plans.some((plan) => plan !== 'once' && plan !== 'year')
  if (!matters) return { question: null, settled: 'payment', problems: [] }
  const found = label === null ? null : premiumForIn(label)
  const answer = wish.premiumFor ?? found
  const question: SaleQuestion = {
    name: 'premium_for',
    answer,
    reason: wish.premiumFor === null && found !== null ? `its label is "${label}"` : '',
    choices: [
      { value: 'payment', label: 'one payment, as often as they come' },
      { value: 'year', label: 'a whole year, which the payments share' },
    ],
  }
  const refused = (message: string, fix: string) => ({
    question,
    settled: null,
    problems: [saleProblem('premium_for', message, fix)],
  })
  if (answer !== 'payment' && answer !== 'year') {
    return refused(
      answer === null
        ? 'The workbook does not say whether the premium is for one payment or for a year.'
        : `${answer} is neither payment nor year.`,
      'Say it with --premium-for (premium_for in the API): payment or year.',
    )
  }
  if (answer === 'year' && layout === null) {
    return refused(
      'The workbook names its outputs itself, so its amounts cannot be shared among payments.',
      'Let it put out the amount of one payment, and say --premium-for payment; or sell it by the year: --pay year.',
    )
  }
  if (answer === 'payment' && payment.question === null && payment.plans.length > 1) {
    return refused(
      `One premium cannot be the payment of ${payment.plans.join(' and of ')}.`,
      'Say --premium-for year, so that the payments share it; or name one plan with --pay.',
    )
  }
  return { question, settled: answer, problems: [] }
}

/** The renewal at the end of a term. Cover whose length the customer chooses is not renewed. */
function settleRenewal(term: Term | null, wish: SaleWish): Settled<RenewalKind> {
  const isAsked = term === null || (term.kind !== 'number' && term.kind !== 'end')
  const answer = wish.renewal ?? (isAsked ? null : 'none')
  const question: SaleQuestion = {
    name: 'renewal',
    answer,
    reason: wish.renewal === null && !isAsked ? 'customers say how long they are insured' : '',
    choices: renewalChoices(term?.kind === 'open'),
  }
  const settled = renewalKinds.find((kind) => kind === answer) ?? null
  if (settled !== null || term === null) return { question, settled, problems: [] }
  const problem = saleProblem(
    'renewal',
    answer === null
      ? 'The workbook does not say what happens when a term ends.'
      : `${answer} is not a kind of renewal.`,
    `Say it with --renewal (renewal in the API): ${renewalKinds.join(', ')}.`,
  )
  return { question, settled: null, problems: [problem] }
}

function renewalChoices(isOpen: boolean): SaleQuestion['choices'] {
  const [automatic, accepted, none] = isOpen
    ? [
        'is priced anew every year and goes on',
        'goes on every year once the customer accepts the new price',
        'goes on at the same price',
      ]
    : [
        'goes on for another term, at the price of that day',
        'goes on once the customer accepts the new price',
        'ends with the term',
      ]
  return [
    { value: 'automatic', label: automatic },
    { value: 'on_acceptance', label: accepted },
    { value: 'none', label: none },
  ]
}

/** A single payment for cover without an end would insure a customer for ever. */
function onePaymentForEver(
  { saved }: WorkbookProposal,
  term: Term | null,
  payment: Payment | null,
  wish: SaleWish,
): Problem[] {
  const isOpen =
    term?.kind === 'open' ||
    (term?.kind === 'workbook' &&
      saved?.outcome === 'priced' &&
      saved.premium.durationStrategy === 'fixed_start')
  const sellsOnce = payment?.plans.includes('once') ?? false
  if (!isOpen || !sellsOnce || wish.maySellOpenForOnePayment) return []
  return [
    saleProblem(
      'single_payment',
      'Cover has no end, and customers could pay once: they would be insured for ever for a single payment.',
      'Choose payments that come again (--pay year), or a term (--term P1Y). If it is meant so, add --allow-single-payment-for-open-cover (allow_single_payment_for_open_cover in the API).',
    ),
  ]
}

interface Settlement {
  readonly start: Start
  readonly term: Term
  readonly payment: Payment
  /** Whether the payments of a year share the amounts. */
  readonly isShared: boolean
  readonly renewal: RenewalKind
}

/** The cells, questions and settings that carry a decision out. */
function wired(
  { fields, outputs }: WorkbookProposal,
  { start, term, payment, isShared, renewal }: Settlement,
  today: Temporal.PlainDate,
): Sale {
  const own = isShared && payment.question === null && payment.plans.length > 1
  const ownField = own ? frequencyField(payment.plans, fields) : null
  const cycles = cyclesOf(payment, isShared, ownField)
  const asked = [
    ...fields.map((field) => asAsked(field, start, term)),
    ...(start.kind === 'ask' ? [askedDay(today)] : []),
    ...(ownField === null ? [] : [ownField]),
  ]
  return {
    plans: payment.plans,
    planQuestion: payment.question?.field.name ?? ownField?.name ?? null,
    planAnswers: planAnswersOf(payment),
    renewal,
    renewed: renewal === 'none' ? {} : renewedBy(start, term, fields),
    fields: asked,
    cells: {
      outputs: [
        ...startOutputs(start),
        ...termOutputs(term, start, outputs),
        ...(cycles === null ? [] : [cycles]),
      ],
      inputs: ownField === null ? [] : [{ name: ownField.name, value: ownField.saved ?? '' }],
      amountsShared: isShared && typeof cycles?.value === 'number' ? cycles.value : null,
    },
  }
}

function asAsked(field: ProposedField, start: Start, term: Term): ProposedField {
  if (start.kind === 'question' && start.field === field) return startField(field)
  if (term.kind === 'number' && term.field === field) return termField(field, term.unit)
  return field
}

function startOutputs(start: Start): AddedOutput[] {
  // An answer of that very name needs no output.
  if (start.kind !== 'question' || start.field.name === 'policy_start_date') return []
  return [dayOutput('policy_start_date', start.field)]
}

/** The day alone, where the workbook was saved with a time. */
function dayOutput(name: string, { reference, cellValue }: ProposedField): AddedOutput {
  if (typeof cellValue !== 'number' || Number.isInteger(cellValue)) {
    return { name, formula: reference, value: cellValue }
  }
  return { name, formula: `INT(${reference})`, value: Math.floor(cellValue) }
}

function termOutputs(term: Term, start: Start, outputs: readonly string[]): AddedOutput[] {
  const strategy = (value: string): AddedOutput => ({
    name: 'duration_strategy',
    formula: null,
    value,
  })
  const withEnd = strategy(start.kind === 'today' ? 'fixed_end' : 'fixed_start_end')
  switch (term.kind) {
    case 'workbook':
      if (outputs.includes('duration_strategy')) return []
      return [outputs.includes('policy_end_date') ? withEnd : strategy('start_plus_duration')]
    case 'open':
      return [strategy('fixed_start')]
    case 'fixed':
      return [
        strategy('start_plus_duration'),
        { name: 'policy_duration', formula: null, value: term.duration },
      ]
    case 'end': {
      const isOutput = term.field.name === 'policy_end_date'
      return isOutput ? [withEnd] : [withEnd, dayOutput('policy_end_date', term.field)]
    }
    case 'number': {
      const { reference, cellValue } = term.field
      const letter = term.unit.slice(0, 1).toUpperCase()
      return [
        strategy('start_plus_duration'),
        {
          name: 'policy_duration',
          formula: `"P"&${reference}&"${letter}"`,
          value: cellValue === null ? null : `P${cellValue}${letter}`,
        },
      ]
    }
  }
}

/** How many payments a year there are, so that no plan is sold at the price of another. */
function cyclesOf(
  { plans, question, isSetByWorkbook }: Payment,
  isShared: boolean,
  own: ProposedField | null,
): AddedOutput | null {
  if (isSetByWorkbook) return null
  const name = 'billing_cycles'
  if (question !== null) {
    const { field, answers } = question
    const saved = [...answers].find(([, answer]) => answer === String(field.cellValue))?.[0]
    const value = saved === undefined ? null : paymentsOf(saved)
    const isText = field.type === 'string'
    const literal = (answer: string) => (isText ? `"${answer.replaceAll('"', '""')}"` : answer)
    const cases = [...answers].map(([plan, answer]) => [literal(answer), paymentsOf(plan)] as const)
    return { name, formula: chosenBy(field.reference, cases), value }
  }
  if (own !== null) {
    const cases = plans.map((plan) => [`"${plan}"`, paymentsOf(plan)] as const)
    const [first = 'once'] = plans
    return { name, formula: chosenBy(`in_${own.name}`, cases), value: paymentsOf(first) }
  }
  const [plan] = plans
  return isShared && plan !== undefined ? { name, formula: null, value: paymentsOf(plan) } : null
}

/** IF after IF; the last case is all that is left. */
function chosenBy(cell: string, cases: readonly (readonly [string, number])[]): string {
  const [first, ...others] = cases
  if (first === undefined) throw new Error('a question has answers')
  const [answer, payments] = first
  if (others.length === 0) return String(payments)
  return `IF(${cell}=${answer},${payments},${chosenBy(cell, others)})`
}

function paymentsOf(plan: Frequency): number {
  return plan === 'once' ? 1 : paymentsPerYear[plan]
}

function planAnswersOf({ question }: Payment): Sale['planAnswers'] {
  if (question === null) return null
  const answers = [...question.answers]
  return answers.some(([plan, answer]) => plan !== answer) ? Object.fromEntries(answers) : null
}

/** The days of the new term, and ages where each term is a year. */
function renewedBy(start: Start, term: Term, fields: readonly ProposedField[]): Sale['renewed'] {
  const startName =
    start.kind === 'ask' ? 'policy_start_date' : start.kind === 'question' ? start.field.name : null
  const isYearly = term.kind === 'open' || (term.kind === 'fixed' && term.duration === 'P1Y')
  const ages = fields.filter((field) => field.type === 'integer' && saysAge(wordsOf(field)))
  return {
    ...(startName === null ? {} : { [startName]: 'start' as const }),
    ...(term.kind === 'end' ? { [term.field.name]: 'end' as const } : {}),
    ...(isYearly ? Object.fromEntries(ages.map(({ name }) => [name, { add: 1 }])) : {}),
  }
}
