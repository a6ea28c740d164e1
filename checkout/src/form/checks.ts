import type { Form } from '../../../sdk/src/generated.ts'
import {
  type CheckContext,
  type Checker,
  type FieldRule,
  compileRules,
  explainError,
  provideEngines,
} from '../../../rules/src/index.ts'
import type { FieldError, JsonObject } from '../../../rules/src/words/index.ts'
import { hasRule } from './build-fields.ts'
import type { Answers, Field, Stage } from './field.ts'
import type { Locale } from './locale.ts'
import { minorDigits } from './numbers.ts'

type Item = Form['items'][number]

/** The rules of an item, compiled by the very module that the server checks with. */
export interface Checks {
  /** What is wrong, by the id of the field. */
  errors(answers: Answers, planKey: string | null): Map<string, FieldError>
  /** Whether a field is to be asked, given the other answers. */
  isAsked(field: Field, answers: Answers, planKey: string | null): boolean
  document(stage: Stage, answers: Answers, planKey: string | null): JsonObject
}

/** Formats weigh more than the page: each is loaded only where a form asks for it. */
export async function loadEngines(form: Form): Promise<void> {
  const rules = form.items.flatMap(({ quote, policy }) =>
    [...quote, ...policy].map(({ validation }) => validation),
  )
  const some = (...names: string[]) =>
    rules.some((rule) => names.some((name) => hasRule(rule, name)))
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  await Promise.all([
    some('phone_number') &&
      import('../../../rules/src/engines/phone-engine.ts').then(({ phoneEngine }) =>
        provideEngines({ phone: phoneEngine }),
      ),
    some('regex', 'not_regex') &&
      import('../../../rules/src/engines/pattern-engine.ts').then(({ patternEngine }) =>
        provideEngines({ pattern: patternEngine }),
      ),
    some('postal_code', 'ch_postal_code') &&
      import('../../../rules/src/engines/postal-engine.ts').then(({ postalEngine }) =>
        provideEngines({ postal: postalEngine }),
      ),
    some('iban', 'bic') &&
      import('../../../rules/src/engines/bank-engine.ts').then(({ bankEngine }) =>
        provideEngines({ bank: bankEngine }),
      ),
  ])
}

/** Datasets are the server's alone: here every item and literal is believed. */
const anyDataset = 'dat_0000000000000000000000000000'

export function compileChecks(form: Form, item: Item, fields: readonly Field[]): Checks {
  const options = {
    file: '',
    timeZone: form.time_zone,
    dataset: () => ({ id: anyDataset, fields: null }) as const,
  }
  const quoteRules = rulesOf(item.quote)
  const quote = compiled(compileRules(quoteRules, options))
  const policy = compiled(
    compileRules(rulesOf(item.policy), { ...options, quote: { file: '', fields: quoteRules } }),
  )
  const planQuestion = form.checkout.plan_question

  function document(stage: Stage, answers: Answers, planKey: string | null): JsonObject {
    const asked = askedFields(answers, planKey)
    const made = collect(stage, asked, answers)
    if (stage === 'quote' && planQuestion !== null && planKey !== null) {
      const question = item.quote.find(({ name }) => name === planQuestion)
      if (question !== undefined) put(made, question, planKey)
    }
    return made
  }

  function collect(stage: Stage, asked: readonly Field[], answers: Answers): JsonObject {
    const made: JsonObject = { data: {} }
    for (const field of asked) {
      const value = answers[field.id]?.value
      if (field.stage === stage && value !== undefined) put(made, field.question, value)
    }
    return made
  }

  /** Answers to what is no longer asked do not count, and so may end other questions: in order. */
  function askedFields(answers: Answers, planKey: string | null): Field[] {
    const asked: Field[] = fields.filter((field) => !field.isConditional)
    for (const field of fields) {
      if (field.isConditional && demands(field, asked, answers, planKey)) asked.push(field)
    }
    return asked
  }

  function demands(
    field: Field,
    asked: readonly Field[],
    answers: Answers,
    planKey: string | null,
  ): boolean {
    const found = check(field.stage, asked, answers, planKey)
    return found.some((error) => error.code === 'required' && isAt(error, field))
  }

  function check(
    stage: Stage,
    asked: readonly Field[],
    answers: Answers,
    planKey: string | null,
  ): FieldError[] {
    const quoted = collect('quote', asked, answers)
    const question = item.quote.find(({ name }) => name === planQuestion)
    if (question !== undefined && planKey !== null) put(quoted, question, planKey)
    if (stage === 'quote') return quote.check(quoted, contextAt(form.time_zone))
    return policy.check(collect('policy', asked, answers), {
      ...contextAt(form.time_zone),
      quote: { document: quoted, item: () => undefined },
    })
  }

  return {
    document,
    isAsked: (field, answers, planKey) =>
      !field.isConditional || askedFields(answers, planKey).includes(field),
    errors(answers, planKey) {
      const asked = askedFields(answers, planKey)
      const found = (['quote', 'policy'] as const).flatMap((stage) =>
        check(stage, asked, answers, planKey).map((error) => ({ stage, error })),
      )
      return new Map(
        found.flatMap(({ stage, error }) => {
          const field = fields.find((one) => one.stage === stage && isAt(error, one))
          return field === undefined ? [] : [[field.id, error] as const]
        }),
      )
    },
  }
}

export function isAt(
  { field, path }: Pick<FieldError, 'field' | 'path'>,
  { question }: Field,
): boolean {
  return question.name === field && (question.path ?? undefined) === path
}

/** The sentence for a failing field; bounds of amounts are told as the field is written. */
export function explain(
  error: FieldError,
  field: Field,
  { locale, currency }: { readonly locale: Locale; readonly currency: string },
): string {
  if (field.control !== 'money' || error.params === undefined) {
    return explainError(error, locale.tag)
  }
  const scale = 10 ** minorDigits(currency)
  const params = Object.fromEntries(
    Object.entries(error.params).map(([rule, args]) => [
      rule,
      args.map((argument) =>
        /^-?\d+$/.test(argument) ? String(Number(argument) / scale) : argument,
      ),
    ]),
  )
  return explainError({ ...error, params }, locale.tag)
}

function rulesOf(questions: Item['quote']): FieldRule[] {
  return questions.map(({ name, path, validation }) => ({ name, path, validation }))
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

/** Names may be dotted, and then stand in objects. */
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
