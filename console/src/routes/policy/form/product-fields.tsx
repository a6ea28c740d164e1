import type { Answers, Field } from '@bindery/checkout/form/field'
import { explain } from '@bindery/checkout/form/checks'
import { readAnswer, writeAnswer } from '@bindery/checkout/form/read-answer'
import { rowAt, rowsOf } from '@bindery/checkout/form/rows'
import { Checkbox, TextInput, Textarea } from '@mantine/core'
import { useWords } from '../../../words/language.ts'
import { ChoiceField, DayField } from '../../../act/fields.tsx'
import { DatasetField } from './dataset-field.tsx'
import type { ProductForm } from './open-product-form.ts'
import { formWords } from './words.ts'

interface Props {
  readonly opened: ProductForm
  readonly answers: Answers
  readonly change: (answers: Answers) => void
  /** The fields whose errors are shown: those that were left. */
  readonly left: ReadonlySet<string>
  readonly leave: (id: string) => void
}

/** The questions of the product that an endorsement may change, in its own sections. */
export function ProductFields(props: Props) {
  return props.opened.sections.map(({ title, fields }) => (
    <fieldset key={title} className="product-section">
      {title !== '' && <legend>{title}</legend>}
      {fields.map((field) => (
        <Question key={field.id} {...props} field={field} />
      ))}
    </fieldset>
  ))
}

interface OfField extends Props {
  readonly field: Field
}

function Question(props: OfField) {
  const { opened, answers, field } = props
  const { checks, planKey } = opened
  if (!checks.isAsked(field, answers, planKey)) return null
  return field.control === 'list' ? <Rows {...props} /> : <Single {...props} />
}

function Single({ opened, answers, change, left, leave, field }: OfField) {
  const words = useWords(formWords)
  const reader = { locale: opened.locale, currency: opened.form.currency }
  const answer = answers[field.id]
  const text = answer?.text ?? ''
  const error = left.has(field.id)
    ? opened.checks.errors(answers, opened.planKey).get(field.id)
    : undefined
  const set = (next: string) => {
    change({ ...answers, [field.id]: readAnswer(field, next, reader) })
  }
  const common = {
    label: field.label,
    value: text,
    error: error === undefined ? undefined : explain(error, field, reader),
    ...(field.help === '' ? {} : { description: field.help }),
  }
  const typed = {
    ...common,
    id: field.id,
    placeholder: field.placeholder,
    rightSection: field.unit === '' ? null : <span className="quiet">{field.unit}</span>,
    onBlur: () => {
      leave(field.id)
      if (answer !== undefined)
        change({ ...answers, [field.id]: writeAnswer(field, answer, reader) })
    },
  }
  switch (field.control) {
    case 'date':
      return (
        <DayField
          {...common}
          value={typeof answer?.value === 'string' ? answer.value : ''}
          onChange={(day) => {
            change({ ...answers, [field.id]: { text: day, value: day === '' ? undefined : day } })
            leave(field.id)
          }}
        />
      )
    case 'flag':
    case 'choice':
      return (
        <ChoiceField
          {...common}
          onChange={(next) => {
            set(next)
            leave(field.id)
          }}
          choices={[
            ...(text === '' || !field.isRequired ? [{ value: '', label: '–' }] : []),
            ...field.choices.map((one) => ({ value: one.text, label: one.label })),
          ]}
        />
      )
    case 'many': {
      const chosen: readonly unknown[] = Array.isArray(answer?.value) ? answer.value : []
      return (
        <Checkbox.Group
          label={field.label}
          value={chosen.map((one) => JSON.stringify(one))}
          error={common.error}
          onChange={(next) => {
            set(`[${next.join(',')}]`)
            leave(field.id)
          }}
        >
          {field.choices.map((one) => (
            <Checkbox key={one.text} value={JSON.stringify(one.value)} label={one.label} />
          ))}
        </Checkbox.Group>
      )
    }
    case 'consent':
      return (
        <Checkbox
          label={field.label}
          checked={answer?.value === true}
          onChange={(event) => set(String(event.currentTarget.checked))}
        />
      )
    case 'dataset':
      return (
        <DatasetField
          field={field}
          language={opened.locale.language}
          common={common}
          nothing={words.nothingFound}
          onChoose={(entry) => {
            change({
              ...answers,
              [field.id]: { text: entry?.name ?? '', value: entry?.id },
            })
            leave(field.id)
          }}
          chosenId={typeof answer?.value === 'string' ? answer.value : null}
        />
      )
    case 'long text':
      return <Textarea {...typed} rows={3} onChange={(event) => set(event.currentTarget.value)} />
    case 'text':
    case 'number':
    case 'money':
    case 'percent':
    case 'phone':
    case 'list':
      return <TextInput {...typed} onChange={(event) => set(event.currentTarget.value)} />
  }
}

/** A list whose rows are added and removed at its end. */
function Rows(props: OfField) {
  const { field, answers, change } = props
  const words = useWords(formWords)
  const rows = rowsOf(field, answers)
  const { list } = field
  const setRows = (count: number) => {
    const kept = Object.entries(answers).filter(
      ([id]) => !id.startsWith(`${field.id}.${count}.`) && id !== `${field.id}.${count}`,
    )
    change({ ...Object.fromEntries(kept), [field.id]: { text: String(count), value: undefined } })
  }
  return (
    <fieldset className="product-list">
      <legend>{field.label}</legend>
      {Array.from({ length: rows }, (_, at) => (
        <div key={at} className="product-row">
          {rowAt(field, at).map((one) => (
            <Question key={one.id} {...props} field={one} />
          ))}
        </div>
      ))}
      {list?.isFixed !== true && (
        <p>
          <button
            type="button"
            className="quiet-button"
            disabled={rows >= (list?.rowsMax ?? 0)}
            onClick={() => setRows(rows + 1)}
          >
            {words.addRow}
          </button>
          <button
            type="button"
            className="quiet-button"
            disabled={rows <= (list?.rowsMin ?? 0)}
            onClick={() => setRows(rows - 1)}
          >
            {words.removeRow}
          </button>
        </p>
      )}
    </fieldset>
  )
}
