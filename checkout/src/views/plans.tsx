import { sayIn } from '../form/build-field.ts'
import { payablePlans } from '../sale/open-form.ts'
import type { StepProps } from '../sale/sale.ts'
import { Heading } from './heading.tsx'
import { priceInWords } from './price.tsx'

/** The plans that fit the answers, each with its price. A single plan is chosen without a question. */
export function Plans({ sale, opened }: StepProps) {
  const { words, form, plan, locale } = opened
  const plans = payablePlans(form)
    .map((one) => ({ ...one, quote: sale.quoteOf(one) }))
    .filter(({ id, quote }) => quote !== null || id === plan.id)
  if (plans.length < 2) return null
  return (
    <fieldset class="card" part="card">
      <legend>
        <Heading of="card">{words.pricePlan}</Heading>
      </legend>
      <div class="choices tall">
        {plans.map(({ id, name, names, quote }) => (
          <label key={id} class="choice" part="choice">
            <input
              type="radio"
              name="plan"
              value={id}
              checked={id === plan.id}
              onChange={() => void sale.choose({ planId: id })}
            />
            <span class="plan">
              <span>{sayIn(names, locale.language) || name}</span>
              <small>{quote == null ? '…' : priceInWords(quote, opened)}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
