import type { Json } from '@bindery/rules/words'
import type { InputProps } from '../sale/sale.ts'

/** Some of several answers, each to be ticked. */
export function ManyInput({ field, sale, state, isWrong }: InputProps) {
  const { value } = state.answers[field.id] ?? {}
  const chosen: readonly Json[] = Array.isArray(value) ? value : []
  const tick = (one: Json, isTicked: boolean) => {
    const ticked = field.choices
      .map((choice) => choice.value)
      .filter((other) => (other === one ? isTicked : chosen.includes(other)))
    sale.type(field, ticked.length === 0 ? '' : JSON.stringify(ticked))
  }
  return (
    <div class="choices wide many" part="choices">
      {field.choices.map(({ value: one, text, label }, index) => (
        <label key={text} class="choice" part="choice">
          <input
            type="checkbox"
            id={`${field.id}-${index}`}
            name={field.id}
            value={text}
            checked={chosen.includes(one)}
            aria-invalid={isWrong}
            onChange={(event) => tick(one, event.currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}
