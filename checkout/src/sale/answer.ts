import type { FieldError } from '@bindery/rules/words'
import type { FieldError as WireError } from '@bindery/sdk/generated'
import { Refused } from '../api/ask.ts'
import { explain, fieldAt } from '../form/checks.ts'
import { dayPattern } from '../form/dates.ts'
import type { Answers, Field, Stage } from '../form/field.ts'
import { writeMoney, writeNumber, writePercent } from '../form/numbers.ts'
import { phonePiece } from '../form/phone-piece.ts'
import { readAnswer, writeAnswer } from '../form/read-answer.ts'
import { openForm } from './open-form.ts'
import type { Opened, Step, Store } from './sale.ts'
import { goTo, lookAt, openedOf } from './state.ts'

/** As one types: never complains, and takes back a complaint that no longer holds. */
export function type(store: Store, field: Field, text: string, value?: string): void {
  const opened = openedOf(store)
  const answer = value === undefined ? readAnswer(field, text, readerOf(opened)) : { text, value }
  const answers = { ...store.get().answers, [field.id]: answer }
  store.set({ answers })
  if (store.get().shown[field.id] === undefined) return
  const shown = { ...store.get().shown }
  if (complaint(opened, field, answers) === undefined) delete shown[field.id]
  // Once everything is fixed, the notice about mistakes goes away.
  const isFixed = Object.keys(shown).length === 0
  store.set({ shown, ...(isFixed && { notice: null }) })
}

/** When the customer leaves a field: its text in the local format, and its error message. */
export function leave(store: Store, field: Field): void {
  const opened = openedOf(store)
  const before = store.get().answers[field.id]
  const answers =
    before === undefined
      ? store.get().answers
      : { ...store.get().answers, [field.id]: writeAnswer(field, before, readerOf(opened)) }
  const shown = { ...store.get().shown }
  const message = complaint(opened, field, answers)
  // Who only passes by an empty field has not made a mistake yet.
  const isPassedBy = before === undefined || before.text === ''
  if (message === undefined || isPassedBy) delete shown[field.id]
  else shown[field.id] = message
  store.set({ answers, shown })
}

/** Complains about all of these at once; false where there is something to complain about. */
export function check(store: Store, isMeant: (field: Field) => boolean): boolean {
  const opened = openedOf(store)
  const { answers } = store.get()
  const asked = opened.checks.asked(answers, opened.plan.key)
  const shown = { ...store.get().shown }
  const wrong = asked.filter(isMeant).filter((field) => {
    const message = complaint(opened, field, answers)
    if (message === undefined) delete shown[field.id]
    else shown[field.id] = message
    return message !== undefined
  })
  const [first] = wrong
  store.set({
    shown,
    notice: first === undefined ? null : { kind: 'bad', text: opened.words.mistakes(wrong.length) },
  })
  if (first !== undefined) lookAt(store, first.id)
  return first === undefined
}

/** Shows the server's errors at the fields. An error without a field means that the product has changed. */
export async function land(store: Store, stage: Stage, refused: Refused): Promise<void> {
  const { words } = openedOf(store)
  let found = mark(store, stage, refused)
  const text = found.length === 0 ? refused.message : words.mistakes(found.length)
  store.set({ notice: { kind: 'bad', text } })
  const isKnown = found.every(({ field, isExpected }) => field !== undefined && isExpected)
  if (!isKnown && (await openAnew(store))) {
    found = mark(store, stage, refused)
    store.set({ notice: { kind: 'kind', text: words.productChanged } })
  }
  const first = found.find(({ field }) => field !== undefined)?.field
  if (first === undefined) return
  const step = placeOf(openedOf(store), first)
  // The price is requested while the customer types, so the focus must not move.
  if (step === 'questions' && store.get().step === step) return
  goTo(store, step)
  lookAt(store, first.id)
}

/** Shows the server's errors at each field, and whether the page had found them itself. */
function mark(store: Store, stage: Stage, { errors }: Refused) {
  const opened = openedOf(store)
  const { answers } = store.get()
  const asked = new Map(
    opened.checks.asked(answers, opened.plan.key).map((field) => [field.id, field]),
  )
  const shown = { ...store.get().shown }
  const found = errors.map((error) => {
    const { field: name, path } = error
    const field = fieldAt(asked, stage, { field: name, ...(path && { path }) })
    if (field === undefined) return { field, isExpected: false }
    shown[field.id] = sentence(opened, field, error)
    return { field, isExpected: complaint(opened, field, answers) !== undefined }
  })
  store.set({ shown })
  return found
}

/** The server knows rules that the page does not: so its form is an old one, unless they are of datasets. */
async function openAnew(store: Store): Promise<boolean> {
  const { form } = openedOf(store)
  const fresh = await store.server.form({ isFresh: true })
  if (fresh.product_version_id === form.product_version_id) return false
  return openForm(store, fresh)
}

function placeOf({ consents }: Opened, field: Field): Step {
  if (field.stage === 'quote') return 'questions'
  return consents.includes(field) ? 'review' : 'person'
}

function complaint(opened: Opened, field: Field, answers: Answers): string | undefined {
  const error = opened.checks.errors(answers, opened.plan.key).get(field.id)
  return error === undefined ? undefined : sentence(opened, field, error)
}

function sentence(opened: Opened, field: Field, error: FieldError | WireError): string {
  const { locale, form } = opened
  const { path, ...rest } = error
  return (
    howToWrite(opened, field, error) ??
    explain({ ...rest, ...(path !== undefined && { path }) }, field, {
      locale,
      currency: form.currency,
    })
  )
}

/** An example in the local format for a text that cannot be read; undefined if it can be read. */
function howToWrite(
  { locale: { tag }, words, form }: Opened,
  { control, question, phones }: Field,
  error: FieldError | WireError,
): string | undefined {
  const breaks = (...some: readonly string[]) => some.some((rule) => error.rules?.includes(rule))
  if (control === 'date' && breaks('iso_date')) {
    return words.notADay(dayPattern(tag, words.dayLetters))
  }
  if (phones !== undefined && breaks('phone_number')) {
    const { phoneExample, codeElsewhere } = phonePiece()
    return words.notAPhone(phoneExample(phones), codeElsewhere(phones))
  }
  const isNumber = control === 'number' || control === 'money' || control === 'percent'
  if (!isNumber || !breaks('integer', 'numeric')) return undefined
  if (control === 'money') return words.notAnAmount(writeMoney(123_450, tag, form.currency))
  if (control === 'percent') return words.notAPercent(writePercent(0.025, tag))
  if (question.type === 'numeric') return words.notANumber(writeNumber(1234.5, tag))
  const isRead = 'kind' in error && error.kind === 'number'
  return isRead ? undefined : words.notANumber(writeNumber(1234, tag))
}

function readerOf({ locale, form }: Opened) {
  return { locale, currency: form.currency }
}
