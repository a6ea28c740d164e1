import type { ComponentChildren } from 'preact'
import type { FieldProps, InputProps } from '../sale/sale.ts'
import { Icon } from './icons.tsx'
import { ChoiceInput } from './choice-input.tsx'
import { DatasetInput } from './dataset-input.tsx'
import { DayInput } from './day-input.tsx'
import { isShort } from './is-short.ts'
import { TextInput } from './text-input.tsx'

/** A question with its label, its input and its error message. */
export function FieldView(props: FieldProps & { readonly span: number }) {
  const { field, state, opened, span } = props
  const error = state.shown[field.id]
  const described = [
    field.help === '' ? null : `${field.id}-help`,
    error === undefined ? null : `${field.id}-error`,
  ].filter((id) => id !== null)
  const input = {
    ...props,
    describedBy: described.length === 0 ? undefined : described.join(' '),
    isWrong: error !== undefined,
  }
  const isGroup = (field.control === 'choice' && isShort(field)) || field.control === 'flag'
  const note = (
    <>
      {field.help !== '' && (
        <p class="help" part="help" id={`${field.id}-help`}>
          {field.help}
        </p>
      )}
      {error !== undefined && (
        <p class="error" part="error" id={`${field.id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
    </>
  )
  const classes = `field span-${span}${error === undefined ? '' : ' wrong'}`
  if (field.control === 'consent') {
    return (
      <div class={classes} part="field">
        <Consent {...input} />
        {note}
      </div>
    )
  }
  const Lists = opened.lists
  if (Lists !== null && (field.control === 'list' || field.control === 'many')) {
    return <Lists.ListField {...input} note={note} classes={classes} />
  }
  if (isGroup) {
    return (
      <fieldset class={classes} part="field" aria-describedby={input.describedBy}>
        <legend part="label">
          <Label field={field} opened={opened} />
        </legend>
        <ChoiceInput {...input} />
        {note}
      </fieldset>
    )
  }
  return (
    <div class={classes} part="field">
      <label part="label" for={field.id} id={`${field.id}-label`}>
        <Label field={field} opened={opened} />
      </label>
      {inputOf(input)}
      {note}
    </div>
  )
}

function inputOf(props: InputProps): ComponentChildren {
  switch (props.field.control) {
    case 'date':
      return <DayInput {...props} />
    case 'dataset':
      return <DatasetInput {...props} />
    case 'choice':
      return <ChoiceInput {...props} />
    case 'text':
    case 'long text':
    case 'number':
    case 'money':
    case 'percent':
    case 'phone':
    case 'flag':
    case 'consent':
    case 'list':
    case 'many':
      return <TextInput {...props} />
  }
}

export function Label({ field, opened }: Pick<FieldProps, 'field' | 'opened'>) {
  const isOptional = !field.isRequired && !field.isConditional
  return (
    <>
      {field.label}
      {isOptional && <span class="optional"> ({opened.words.optional})</span>}
    </>
  )
}

function Consent({ field, sale, state, describedBy, isWrong }: InputProps) {
  return (
    <label class="consent" part="consent" for={field.id}>
      <input
        type="checkbox"
        id={field.id}
        checked={state.answers[field.id]?.value === true}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        aria-required="true"
        onChange={(event) => {
          sale.type(field, String(event.currentTarget.checked))
        }}
      />
      <span>{field.label}</span>
    </label>
  )
}
