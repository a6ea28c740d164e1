import {
  type CheckContext,
  type Checker,
  type FieldRule,
  compileRules,
  explainError,
  provideEngines,
} from '@bindery/rules'
import type { FieldError, JsonObject } from '@bindery/rules/words'
import type { Form } from '@bindery/sdk/generated'
import { piece } from '../piece.ts'
import { hasRule } from './build-field.ts'
import { type Answers, type Field, type Stage, idOf } from './field.ts'
import type { Locale } from './locale.ts'
import { showMoney, showPercent } from './numbers.ts'
import { loadPhones } from './phone-piece.ts'
import { fieldsIn, rowsOf } from './rows.ts'
import { typeset } from './typeset.ts'

type Item = Form['items'][number]

/** The rules of an item, compiled by the same module that the server uses. */
export interface Checks {
  /** The fields to ask, given the answers so far. A list comes before its rows. */
  asked(answers: Answers, planKey: string | null): readonly Field[]
  isAsked(field: Field, answers: Answers, planKey: string | null): boolean
  /** The error messages, by the id of the field. */
  errors(answers: Answers, planKey: string | null): ReadonlyMap<string, FieldError>
  document(stage: Stage, answers: Answers, planKey: string | null): JsonObject
}

/** Format checks are larger than the page, so each is loaded only for forms that need it. */
export async function loadEngines(form: Form): Promise<void> {
  const rules = form.items.flatMap(({ quote, policy }) =>
    [...quote, ...policy].map(({ validation }) => validation),
  )
  const some = (...names: string[]) =>
    rules.some((rule) => names.some((name) => hasRule(rule, name)))
  if (!('Temporal' in globalThis)) await piece(import('temporal-polyfill/global'))
  const loading = Promise.all([
    some('phone_number') &&
      loadPhones().then(({ phoneEngine }) => provideEngines({ phone: phoneEngine })),
    some('regex', 'not_regex') &&
      import('@bindery/rules/engines/pattern-engine').then(({ patternEngine }) =>
        provideEngines({ pattern: patternEngine }),
      ),
    some('postal_code', 'ch_postal_code') &&
      import('@bindery/rules/engines/postal-engine').then(({ postalEngine }) =>
        provideEngines({ postal: postalEngine }),
      ),
    some('iban', 'bic') &&
      import('@bindery/rules/engines/bank-engine').then(({ bankEngine }) =>
        provideEngines({ bank: bankEngine }),
      ),
  ])
  await piece(loading)
}

/** Only the server has the datasets: the page accepts every item and literal. */
const anyDataset = 'dat_0000000000000000000000000000'

export function compileChecks(form: Form, item: Item, fields: readonly Field[]): Checks {
  const options = {
    file: '',
    timeZone: form.time_zone,
    dataset: () => ({ id: anyDataset, fields: null }) as const,
  }
  const quoteRules = rulesOf(item.quote, fields, 'quote')
  const quote = compiled(compileRules(quoteRules, options))
  const policy = compiled(
    compileRules(rulesOf(item.policy, fields, 'policy'), {
      ...options,
      quote: { file: '', fields: quoteRules },
    }),
  )
  const planQuestion = item.quote.find(({ name }) => name === form.checkout.plan_question)
  const planAnswers = new Map(form.subscription_plans.map(({ key, answer }) => [key, answer]))

  function documentOf(stage: Stage, { asked, answers, planKey }: Asking): JsonObject {
    const made = collect(stage, asked.values(), answers)
    if (stage === 'quote' && planQuestion !== undefined && planKey !== null) {
      put(made, planQuestion, planAnswers.get(planKey) ?? planKey)
    }
    return made
  }

  function check(stage: Stage, asking: Asking): FieldError[] {
    const context = contextAt(form.time_zone)
    const quoted = documentOf('quote', asking)
    if (stage === 'quote') return quote.check(quoted, context)
    const answered = { document: quoted, item: () => undefined }
    return policy.check(documentOf('policy', asking), { ...context, quote: answered })
  }

  /** Goes through the fields in order, because an answer to a question that is no longer asked does not count for later ones. */
  function ask(answers: Answers, planKey: string | null): Asking & Found {
    const all = fieldsIn(fields, answers)
    const asked = new Map<string, Field>()
    const isOpen = ({ id, within }: Field) =>
      !asked.has(id) && (within === undefined || asked.has(within))
    const open = () => {
      for (const field of all) if (!field.isConditional && isOpen(field)) asked.set(field.id, field)
    }
    open()
    const asking = { asked, answers, planKey }
    const errors = new Map<string, FieldError>()
    for (const stage of ['quote', 'policy'] as const) {
      const conditional = all.filter((field) => field.isConditional && field.stage === stage)
      for (let from = 0; ;) {
        const found = check(stage, asking)
        const demanded = new Set(
          found.filter(({ code }) => code === 'required').map((error) => idAt(stage, error)),
        )
        const at = conditional.findIndex(
          (field, index) => index >= from && demanded.has(field.id) && isOpen(field),
        )
        const next = conditional[at]
        if (next === undefined) {
          for (const error of found) {
            const field = fieldAt(asked, stage, error)
            if (field !== undefined && !errors.has(field.id)) errors.set(field.id, error)
          }
          break
        }
        asked.set(next.id, next)
        open()
        from = at + 1
      }
    }
    return { ...asking, errors }
  }

  // Rendering a page checks each of its fields, so the result is kept; the current time changes by the minute.
  let last: (Asking & Found & { minute: number }) | undefined
  function known(answers: Answers, planKey: string | null): Asking & Found {
    const minute = Math.floor(Date.now() / 60_000)
    const isLast = last?.answers === answers && last.planKey === planKey && last.minute === minute
    if (last === undefined || !isLast) last = { ...ask(answers, planKey), minute }
    return last
  }

  return {
    asked: (answers, planKey) => [...known(answers, planKey).asked.values()],
    isAsked: ({ id }, answers, planKey) => known(answers, planKey).asked.has(id),
    errors: (answers, planKey) => known(answers, planKey).errors,
    document: (stage, answers, planKey) => documentOf(stage, known(answers, planKey)),
  }
}

interface Asking {
  readonly asked: ReadonlyMap<string, Field>
  readonly answers: Answers
  readonly planKey: string | null
}

interface Found {
  readonly errors: ReadonlyMap<string, FieldError>
}

/** The answers as the request sends them. Each list has as many entries as rows. */
export function collect(stage: Stage, asked: Iterable<Field>, answers: Answers): JsonObject {
  const made: JsonObject = { data: {} }
  for (const field of asked) {
    if (field.stage !== stage) continue
    const rows = rowsOf(field, answers)
    const value =
      rows > 0
        ? Array.from({ length: rows }, () => (field.list?.isPlain === true ? null : {}))
        : answers[field.id]?.value
    if (value !== undefined) put(made, field.question, value)
  }
  return made
}

type Place = Pick<FieldError, 'field' | 'path'>

function idAt(stage: Stage, { field, path }: Place): string {
  return idOf(stage, { name: field, path: path ?? null })
}

/** The field that shows an error, or its list: an entry of a list may have no field of its own. */
export function fieldAt(
  asked: ReadonlyMap<string, Field>,
  stage: Stage,
  error: Place,
): Field | undefined {
  let id = idAt(stage, error)
  while (!asked.has(id) && id.includes('.')) id = id.slice(0, id.lastIndexOf('.'))
  return asked.get(id)
}

/** Rules whose arguments are answers, or bounds of them. */
const bounding: ReadonlySet<string> = new Set(
  'min max size between gt gte lt lte in divisible_without_remainder'.split(' '),
)

/** The message for a failing field. Bounds of amounts and percents are formatted as in the field. */
export function explain(
  error: FieldError,
  { control }: Field,
  { locale: { tag }, currency }: { readonly locale: Locale; readonly currency: string },
): string {
  const show = (value: number) =>
    control === 'money'
      ? showMoney(value, tag, currency, { isShort: true })
      : showPercent(value, tag)
  const isShown = control === 'money' || control === 'percent'
  const params = Object.fromEntries(
    Object.entries(error.params ?? {}).map(([rule, args]) => [
      rule,
      // An argument that is not a number is the name of another field.
      isShown && bounding.has(rule)
        ? args.map((one) => (/^-?\d+(\.\d+)?$/.test(one) ? show(Number(one)) : one))
        : args,
    ]),
  )
  return typeset(explainError({ ...error, params }, tag), tag)
}

/** The rules of the server; in addition, rows that are a single answer are required. */
function rulesOf(questions: Item['quote'], fields: readonly Field[], stage: Stage): FieldRule[] {
  const rules = new Map<string, FieldRule>()
  const note = ({ name, path, validation }: FieldRule) =>
    rules.set(`${path} ${name}`, { name, path, validation })
  for (const question of questions) note(question)
  const noteRows = (of: readonly Field[]) => {
    for (const { list } of of) {
      if (list?.isPlain === true) for (const { question } of list.fields) note(question)
      noteRows(list?.fields ?? [])
    }
  }
  noteRows(fields.filter((field) => field.stage === stage))
  return [...rules.values()]
}

function compiled(result: ReturnType<typeof compileRules>): Checker {
  if (result.ok) return result.checker
  throw new Error(result.problems.map(({ message }) => message).join(' '))
}

function contextAt(timeZone: string): CheckContext {
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now())
  return {
    now: now.toZonedDateTimeISO(timeZone).toPlainDateTime(),
    item: () => ({ datasetId: anyDataset, values: {} }),
    hasLiteral: () => true,
  }
}

/** A dotted name leads into an object, or into the entries of a list. */
export function put(
  document: JsonObject,
  { path, name }: Pick<FieldRule, 'path' | 'name'>,
  value: JsonObject[string],
): void {
  const steps = [...(path === null ? [] : [path]), ...name.split('.')]
  const last = steps.pop() ?? name
  let at = document
  for (const step of steps) at = (at[step] ??= {}) as JsonObject // Only we have put anything there.
  at[last] = value
}
