import type { Problem } from '../../kernel/index.ts'
import { Decimal, isZero } from '../decimal/index.ts'
import { nearest } from '../grammar/nearest.ts'
import { amountOutputs, canDerivePremium, knownOutputs } from '../premium/output-names.ts'
import type { CompiledOutput, FormulaModel } from './model.ts'

/** Checks that a premium can come of the outputs; returns warnings about suspicious ones. */
export function checkOutputs(model: FormulaModel, file: string, problems: Problem[]): Problem[] {
  const names = new Set(model.outputs.map(({ name }) => name))
  if (!canDerivePremium(names)) {
    problems.push({
      file,
      place: 'outputs',
      message: names.size === 0 ? 'There are no outputs.' : 'The outputs do not make a premium.',
      mend: 'Give gross_premium (or gross_payment_amount) and one of premium_tax, net_premium or tax_rate; or net_premium with premium_tax or tax_rate.',
    })
  }
  return [
    ...model.outputs.filter(isUnmoved).map(({ name, place }) => ({
      file,
      place,
      message: `The output ${name} depends on no input, so it is the same for every customer.`,
      mend: 'Check that this is meant.',
    })),
    ...model.outputs.flatMap(({ name, place }) => {
      const meant = knownOutputs.includes(name) ? null : nearest(name, knownOutputs)
      if (meant === null) return []
      const message = `The output ${name} has no meaning of its own and goes to extra_data.`
      return [{ file, place, message, mend: meant }]
    }),
  ]
}

/** A plain value such as a rate or a plan's name is meant to be constant; an amount is not. */
function isUnmoved({ name, formula, expression }: CompiledOutput): boolean {
  if (!expression.isConstant) return false
  if (expression.value instanceof Decimal && isZero(expression.value)) return false
  const isPlain = /^=?\s*("[^"]*"|-?[\d.]+%?|true|false)\s*$/i.test(formula)
  return !isPlain || amountOutputs.includes(name)
}
