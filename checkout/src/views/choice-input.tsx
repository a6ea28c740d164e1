import type { InputProps } from '../sale/sale.ts'
import { isShort } from './is-short.ts'

/** Few answers as buttons to choose from, many as a list to open. */
export function ChoiceInput({ field, sale, state, opened, describedBy, isWrong }: InputProps) {
  const chosen = state.answers[field.id]?.text ?? ''
  if (field.control === 'choice' && !isShort(field)) {
    return (
      <select
        id={field.id}
        class="input"
        part="input"
        value={chosen}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        aria-required={field.isRequired || field.isConditional}
        onChange={(event) => sale.type(field, event.currentTarget.value)}
        onBlur={() => sale.leave(field)}
      >
        <option value="">{opened.words.choose}</option>
        {field.choices.map(({ text, label }) => (
          <option key={text} value={text}>
            {label}
          </option>
        ))}
      </select>
    )
  }
  const longest = Math.max(...field.choices.map(({ label }) => label.length))
  return (
    <div class={`choices ${longest > 18 ? 'tall' : 'wide'}`} part="choices">
      {field.choices.map(({ text, label }, index) => (
        <label key={text} class="choice" part="choice" for={`${field.id}-${index}`}>
          <input
            type="radio"
            id={index === 0 ? `${field.id}-0` : `${field.id}-${index}`}
            name={field.id}
            value={text}
            checked={chosen === text}
            aria-describedby={describedBy}
            aria-invalid={isWrong}
            onChange={() => {
              sale.type(field, text)
            }}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  )
}
