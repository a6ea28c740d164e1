import { aTruthValue, isNeverNumber, type Kinds } from '@bindery/spreadsheet/formulas'
import { type Problem, didYouMean } from '../../kernel/index.ts'
import { amountOutputs, canDerivePremium, knownOutputs, numberOutputs } from './output-names.ts'
import { complaintAbout } from './to-premium.ts'
import { type ConstantOutput, durationStrategies, type OutputValue } from '../pricing-types.ts'

const strategyOutput = 'duration_strategy'
/** The strategy of a price that says none. */
const defaultStrategy = 'fixed_start'

export interface CheckedOutput {
  readonly name: string
  readonly place: string
  /** As written, or null for a plain value. */
  readonly formula: string | null
  /** True where no answer of a customer can change it. */
  readonly isConstant: boolean
  readonly isZero: boolean
  /** The value in every quote, if it is constant and the pricing is new. */
  readonly constant: OutputValue | { readonly reason: string } | null
  /** The kinds of values that its formula can give, if the pricing is new. */
  readonly kinds: Kinds
}

/** Checks that a premium can come of the outputs; returns warnings about suspicious ones. */
export function checkOutputs(
  outputs: readonly CheckedOutput[],
  file: string,
  place: string,
  problems: Problem[],
): Problem[] {
  const names = new Set(outputs.map(({ name }) => name))
  if (!canDerivePremium(names)) {
    problems.push({
      file,
      place,
      message: names.size === 0 ? 'There are no outputs.' : 'The outputs do not make a premium.',
      fix: 'Give gross_premium (or gross_payment_amount) and one of premium_tax, net_premium or tax_rate; or net_premium with premium_tax or tax_rate.',
    })
  }
  for (const { name, place: ofOutput, constant } of outputs) {
    const complaint = constant === null ? null : complaintOf(name, constant)
    if (complaint === null) continue
    const message = `The output ${name} ${complaint}, whatever the customer answers.`
    problems.push({ file, place: ofOutput, message, fix: fixOf(name, constant) })
  }
  for (const output of outputs) {
    if (output.constant !== null || !numberOutputs.has(output.name)) continue
    if (!isNeverNumber(output.kinds)) continue
    const what = (output.kinds & aTruthValue) === 0 ? 'a text' : 'a text or a truth value'
    problems.push({
      file,
      place: output.place,
      message: `The output ${output.name} must be a number, but its formula can only give ${what}. Every quote would fail.`,
      fix: 'Let it give the number alone; a currency or another word belongs in an output of its own.',
    })
  }
  return [
    ...outputs.filter(isUnmoved).map((output) => ({
      file,
      place: output.place,
      message: `The output ${output.name} depends on no input, so it is the same for every customer.`,
      fix: 'Check that this is meant.',
    })),
    ...outputs.flatMap((output) => {
      const { name } = output
      const meant = knownOutputs.includes(name) ? null : didYouMean(name, knownOutputs)
      if (meant === null) return []
      const message = `The output ${name} has no meaning of its own and goes to extra_data.`
      return [{ file, place: output.place, message, fix: meant }]
    }),
  ]
}

/** Those that are known to be the same for every customer, with the strategy that none stands for. */
export function constantOutputs(
  outputs: readonly Pick<CheckedOutput, 'name' | 'place' | 'constant'>[],
): ConstantOutput[] {
  const hasStrategy = outputs.some(({ name }) => name === strategyOutput)
  const byDefault = { name: strategyOutput, place: '', value: defaultStrategy }
  const constants = outputs.flatMap(({ name, place, constant }) => {
    if (constant === null || (typeof constant === 'object' && 'reason' in constant)) return []
    return [{ name, place, value: constant }]
  })
  return hasStrategy ? constants : [...constants, byDefault]
}

function complaintOf(
  name: string,
  constant: NonNullable<CheckedOutput['constant']>,
): string | null {
  if (typeof constant === 'object' && 'reason' in constant) return constant.reason
  return complaintAbout(name, constant)
}

function fixOf(name: string, constant: CheckedOutput['constant']): string {
  const correct = 'Correct the output: every quote would fail.'
  if (name !== strategyOutput || typeof constant !== 'string') return correct
  return didYouMean(constant, durationStrategies) ?? correct
}

/** A plain value such as a rate or a plan's name is meant to be constant; an amount is not. */
function isUnmoved({ name, formula, isConstant, isZero }: CheckedOutput): boolean {
  if (!isConstant || isZero) return false
  const isPlain = formula === null || plainShape.test(formula)
  return !isPlain || amountOutputs.includes(name)
}

const plainShape = /^=?\s*("[^"]*"|-?[\d.]+%?|true|false)\s*$/i
