import { hasRule } from '../form/build-field.ts'
import type { Field } from '../form/field.ts'
import type { Locale } from '../form/locale.ts'
import type { InputProps } from '../sale/sale.ts'

/** Texts and numbers, each with the keyboard that fits. */
export function TextInput(props: InputProps) {
  const { field, sale, state, opened, describedBy, isWrong } = props
  const shared = {
    id: field.id,
    class: 'input',
    part: 'input',
    value: state.answers[field.id]?.text ?? '',
    placeholder: field.placeholder === '' ? undefined : field.placeholder,
    'aria-describedby': describedBy,
    'aria-invalid': isWrong,
    'aria-required': field.isRequired || field.isConditional,
  } as const
  if (field.control === 'long text') {
    return (
      <textarea
        {...shared}
        rows={4}
        onInput={(event) => sale.type(field, event.currentTarget.value)}
        onBlur={() => sale.leave(field)}
      />
    )
  }
  const { before, behind } = besideOf(field, opened.form.currency)
  return (
    <div class={`box${before === '' ? '' : ' has-before'}${behind === '' ? '' : ' has-behind'}`}>
      {before !== '' && (
        <span class="beside" aria-hidden="true">
          {before}
        </span>
      )}
      <input
        {...shared}
        {...keyboardOf(field, opened.locale)}
        type="text"
        aria-label={
          behind === '' && before === '' ? undefined : `${field.label} (${before}${behind})`
        }
        onInput={(event) => sale.type(field, event.currentTarget.value)}
        onBlur={() => sale.leave(field)}
      />
      {behind !== '' && (
        <span class="beside" aria-hidden="true">
          {behind}
        </span>
      )}
    </div>
  )
}

function besideOf(field: Field, currency: string): { before: string; behind: string } {
  if (field.control === 'money') return { before: currency.toUpperCase(), behind: '' }
  const isNumber = field.control === 'number' || field.control === 'percent'
  return { before: '', behind: isNumber ? field.unit : '' }
}

interface Keyboard {
  readonly inputMode?: 'numeric' | 'decimal' | 'email' | 'tel' | 'url'
  readonly autocomplete?: string | undefined
  readonly autocapitalize?: 'off'
  readonly spellcheck?: false
}

function keyboardOf({ control, question }: Field, { hasKeypad }: Locale): Keyboard {
  const { validation, type, name } = question
  const autocomplete = fillsIn(name)
  if (control === 'number' && type === 'integer' && !/min:-/.test(validation)) {
    return { inputMode: 'numeric', autocomplete: 'off' }
  }
  if (control === 'number' || control === 'money' || control === 'percent') {
    return { ...(hasKeypad && { inputMode: 'decimal' }), autocomplete: 'off' }
  }
  const plain = { autocapitalize: 'off', spellcheck: false } as const
  if (hasRule(validation, 'email')) return { inputMode: 'email', ...plain, autocomplete: 'email' }
  if (control === 'phone') return { inputMode: 'tel', ...plain, autocomplete: 'tel' }
  if (hasRule(validation, 'url')) return { inputMode: 'url', ...plain, autocomplete: 'url' }
  if (
    hasRule(validation, 'ch_postal_code') ||
    /(^|\|)postal_code:(DE|CH|AT|FR|IT|ES)/.test(validation)
  ) {
    return { inputMode: 'numeric', autocomplete: 'postal-code' }
  }
  if (
    hasRule(validation, 'digits') ||
    hasRule(validation, 'digits_between') ||
    hasRule(validation, 'imei')
  ) {
    return { inputMode: 'numeric', autocomplete }
  }
  return { autocomplete }
}

/** The `autocomplete` values of browsers, by the usual names of fields. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^first_?name$|^given_name$/, 'given-name'],
  [/^last_?name$|^family_name$|^surname$/, 'family-name'],
  [/^(company|organi[sz]ation)(_name)?$/, 'organization'],
  [/(^|_)(zip|postal_?code|postcode|plz)$/, 'postal-code'],
  [/(^|_)(city|town|locality)$/, 'address-level2'],
  [/(^|_)street$/, 'address-line1'],
  [/^birth_?(date|day)$|^date_of_birth$/, 'bday'],
]

function fillsIn(name: string): string | undefined {
  return known.find(([shape]) => shape.test(name))?.[1]
}
