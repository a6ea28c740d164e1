import { useState } from 'preact/hooks'
import type { Answers, Field } from '../form/field.ts'
import { fieldsIn, rowAt, rowsOf } from '../form/rows.ts'
import type { InputProps, Lists } from '../sale/sale.ts'
import { FieldView, Label } from '../views/field.tsx'
import { spansOf } from '../views/section.tsx'
import { listWords } from './list-words.ts'
import { ManyInput } from './many-input.tsx'

/** A question with any number of answers: rows to add and to remove, or boxes to tick. */
export function ListField(props: Parameters<Lists['ListField']>[0]) {
  const { field, opened, describedBy, note, classes } = props
  return (
    <fieldset
      id={field.id}
      class={`${classes} list-field`}
      part="field"
      tabIndex={-1}
      aria-describedby={describedBy}
    >
      <legend part="label">
        <Label field={field} opened={opened} />
      </legend>
      {note}
      {field.control === 'many' ? <ManyInput {...props} /> : <Rows {...props} />}
    </fieldset>
  )
}

/** What a row is called: by its number. */
export function rowName({ list }: Field, at: number, language: string): string {
  return `${list?.entry || listWords(language).entry} ${at + 1}`
}

/** Rows that follow one another; the keyboard goes to what was added, and to what follows on what was removed. */
function Rows({ field, sale, state, opened }: InputProps) {
  const [announcement, setAnnouncement] = useState('')
  const { language } = opened.locale
  const words = listWords(language)
  const { rowsMin = 0, rowsMax = 0, isFixed, entry } = field.list ?? {}
  const count = rowsOf(field, state.answers)
  const add = () => {
    setAnnouncement('')
    sale.type(field, String(count + 1))
    sale.lookAt(rowAt(field, count)[0]?.id ?? '')
  }
  const remove = (at: number) => {
    sale.put({
      answers: without(state.answers, field.id, at),
      shown: without(state.shown, field.id, at),
    })
    sale.type(field, String(count - 1))
    setAnnouncement(words.removed(rowName(field, at, language)))
    sale.lookAt(count - 1 > 0 ? `${field.id}.${Math.min(at, count - 2)}` : `${field.id}-add`)
  }
  const isFull = count >= rowsMax
  return (
    <>
      {Array.from({ length: count }, (_, at) => (
        <Row
          key={at}
          {...{ field, sale, state, opened, at }}
          remove={isFixed === true || count <= rowsMin ? null : () => remove(at)}
        />
      ))}
      {isFixed !== true && !isFull && (
        <button
          type="button"
          id={`${field.id}-add`}
          class="secondary add"
          part="button secondary"
          onClick={add}
        >
          <span aria-hidden="true">+ </span>
          {words.add(entry || words.entry)}
        </button>
      )}
      {isFixed !== true && isFull && <p class="help">{words.atMost(rowsMax)}</p>}
      <p class="hidden" role="status">
        {announcement}
      </p>
    </>
  )
}

interface RowProps extends Pick<InputProps, 'field' | 'sale' | 'state' | 'opened'> {
  readonly at: number
  /** Null where it has to stay. */
  readonly remove: (() => void) | null
}

function Row({ field: list, at, remove, ...props }: RowProps) {
  const { state, opened } = props
  const { language } = opened.locale
  const name = rowName(list, at, language)
  const asked = rowAt(list, at).filter((field) =>
    opened.checks.isAsked(field, state.answers, opened.plan.key),
  )
  const spans = spansOf(asked)
  const isPlain = list.list?.isPlain === true
  const fields = asked.map((field, index) => (
    <FieldView
      key={field.id}
      {...props}
      field={isPlain ? { ...field, label: name } : field}
      span={isPlain ? 6 : (spans[index] ?? 6)}
    />
  ))
  const button = remove !== null && (
    <button type="button" class="link remove" part="link" onClick={remove}>
      {listWords(language).remove}
      <span class="hidden"> {name}</span>
    </button>
  )
  const id = `${list.id}.${at}`
  if (isPlain) {
    return (
      <div class="row plain" part="row">
        {fields}
        {button}
      </div>
    )
  }
  return (
    <fieldset class="row" part="row" id={id} tabIndex={-1}>
      <legend part="row-title">{name}</legend>
      <div class="fields">{fields}</div>
      {button}
    </fieldset>
  )
}

/** What stands in the rows behind moves up by one. */
function without<Value>(
  all: Readonly<Record<string, Value>>,
  listId: string,
  removed: number,
): Record<string, Value> {
  const inside = `${listId}.`
  return Object.fromEntries(
    Object.entries(all).flatMap(([id, value]) => {
      if (!id.startsWith(inside)) return [[id, value]]
      const [row = '', ...rest] = id.slice(inside.length).split('.')
      const at = Number(row)
      if (at === removed) return []
      const name = [at > removed ? at - 1 : at, ...rest].join('.')
      return [[inside + name, value]]
    }),
  )
}

/** The answers of a list one by one, for reading them over. */
export function answersIn(
  list: Field,
  answers: Answers,
  language: string,
): readonly { readonly label: string; readonly field: Field }[] {
  return Array.from({ length: rowsOf(list, answers) }, (_, at) => {
    // Here its rows stand among other answers, away from its name.
    const name = list.list?.entry ? rowName(list, at, language) : `${list.label} ${at + 1}`
    return fieldsIn(rowAt(list, at), answers)
      .filter((field) => field.list === undefined)
      .map((field) => ({
        field,
        label: list.list?.isPlain === true ? name : `${name}: ${field.label}`,
      }))
  }).flat()
}
