import type { WorkbookDraft } from '@bindery/sdk'
import {
  type CandidateCell,
  type Layout,
  type ChosenPremium,
  askAmounts,
  askInputs,
  askOtherOutputs,
  askPremium,
  askTax,
  otherOutputs,
} from './ask-layout.ts'
import { type SaleQuestion, askSale } from './ask-sale.ts'
import { type OrBack, type Prompt, type Terminal, back, promptOn } from './prompt.ts'

/** The answers that complete a workbook, as the API takes them. */
export interface DraftAnswers {
  readonly inputs?: Record<string, string>
  readonly without?: string[]
  readonly outputs?: Record<string, string>
  readonly tax_rate?: number
  readonly amounts?: 'major' | 'minor'
  readonly start?: string
  readonly term?: string
  readonly pay?: string
  readonly premium_for?: string
  readonly renewal?: string
  readonly allow_single_payment_for_open_cover?: boolean
}

/** The state at a question: the answers so far, and the draft that the server makes of them. */
interface State {
  readonly answers: DraftAnswers
  readonly draft: WorkbookDraft
  readonly premium: CandidateCell | null
  readonly taxed: ChosenPremium | null
}

/** Asks one question; null where it does not apply. */
type Step = (state: State, prompt: Prompt) => Promise<OrBack<State> | null>

const ownTerminal: Terminal = { input: process.stdin, output: process.stderr }

/** Asks for everything that a workbook leaves open, question by question, each with a way back. */
export async function askDraft(
  draftWith: (answers: DraftAnswers) => Promise<WorkbookDraft>,
  first: WorkbookDraft,
  given: DraftAnswers,
  terminal: Terminal = ownTerminal,
): Promise<WorkbookDraft> {
  const prompt = promptOn(terminal)
  if (first.layout !== null || first.questions.length > 0) {
    terminal.output.write('Esc goes back to the previous question, Ctrl+C stops.\n')
  }
  const again = async (state: State, more: DraftAnswers): Promise<State> => {
    const answers = { ...state.answers, ...more }
    return { ...state, answers, draft: await draftWith(answers) }
  }
  const steps = stepsFor(given, again)
  const before: { readonly at: number; readonly state: State }[] = []
  let state: State = { answers: given, draft: first, premium: null, taxed: null }
  try {
    for (let at = 0; at < steps.length;) {
      const answered = await steps[at]?.(state, prompt)
      if (answered === back) {
        const last = before.pop()
        if (last !== undefined) ({ at, state } = last)
        continue
      }
      if (answered != null) {
        before.push({ at, state })
        state = answered
      }
      at += 1
    }
  } finally {
    prompt.close()
  }
  return state.draft
}

function stepsFor(
  given: DraftAnswers,
  again: (state: State, more: DraftAnswers) => Promise<State>,
): Step[] {
  const hasOutputs = given.outputs !== undefined
  const layoutOf = ({ draft }: State): Layout | null => draft.layout
  /** Without other outputs to choose, the premium completes the layout. */
  const withPremium = async (state: State, taxed: ChosenPremium): Promise<State> => {
    const layout = layoutOf(state)
    const others = layout === null ? [] : otherOutputs(layout, Object.values(taxed.outputs))
    return others.length > 0 ? { ...state, taxed } : again({ ...state, taxed }, { ...taxed })
  }
  const premium: Step = async (state, prompt) => {
    const layout = layoutOf(state)
    if (layout === null || hasOutputs) return null
    const chosen = await askPremium(prompt, layout)
    if (chosen === back) return back
    const { tax_rate: rate } = given
    if (rate === undefined) return { ...state, premium: chosen }
    const outputs = { gross_premium: chosen.cell }
    return withPremium({ ...state, premium: chosen }, { outputs, tax_rate: rate })
  }
  const tax: Step = async (state, prompt) => {
    const layout = layoutOf(state)
    if (layout === null || state.premium === null || state.taxed !== null) return null
    const taxed = await askTax(prompt, layout, state.premium)
    return taxed === back ? back : withPremium(state, taxed)
  }
  const outputs: Step = async (state, prompt) => {
    const layout = layoutOf(state)
    if (layout === null || state.taxed === null || state.answers.outputs !== undefined) return null
    const candidates = otherOutputs(layout, Object.values(state.taxed.outputs))
    const others = await askOtherOutputs(prompt, candidates)
    if (others === back) return back
    return again(state, { ...state.taxed, outputs: { ...state.taxed.outputs, ...others } })
  }
  const amounts: Step = async (state, prompt) => {
    const layout = layoutOf(state)
    const cell = state.premium
    const isClear = cell === null || !Number.isInteger(cell.value)
    if (layout === null || given.amounts !== undefined || isClear) return null
    const unit = await askAmounts(prompt, layout, cell)
    return unit === back ? back : again(state, { amounts: unit })
  }
  const inputs: Step = async (state, prompt) => {
    const layout = layoutOf(state)
    const isKnown = given.inputs !== undefined || given.without !== undefined
    if (layout === null || isKnown) return null
    const answers = await askInputs(prompt, layout)
    return answers === back ? back : again(state, answers)
  }
  const sale = (['start', 'term', 'pay', 'premium_for', 'renewal'] as const).map(
    (name: SaleQuestion['name']): Step =>
      async (state, prompt) => {
        const question = state.draft.questions.find((one) => one.name === name)
        if (question === undefined || given[name] !== undefined) return null
        const answer = await askSale(prompt, question)
        return answer === back ? back : again(state, { [name]: answer })
      },
  )
  return [premium, tax, outputs, amounts, inputs, ...sale, confirmOpenCover]

  /** Open-ended cover for a single payment needs an explicit confirmation. */
  async function confirmOpenCover(state: State, prompt: Prompt): Promise<OrBack<State> | null> {
    const problem = state.draft.problems.find(({ place }) => place === 'single_payment')
    if (problem === undefined) return null
    const answer = await prompt.one(
      problem.message,
      [
        { value: 'no', label: 'no: go back' },
        { value: 'yes', label: 'yes: sell it like this' },
      ],
      'no',
    )
    if (answer !== 'yes') return back
    return again(state, { allow_single_payment_for_open_cover: true })
  }
}
