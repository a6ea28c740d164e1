import type { Form, Question } from '@bindery/sdk/generated'
import { type Around, buildField, choicesOf, hasRule, saidOf, sayIn } from './build-field.ts'
import type { Field, Stage } from './field.ts'
import type { Locale } from './locale.ts'
import { rowsMax } from './rows.ts'

type Item = Form['items'][number]

/** The fields of an item, in the order of its rules. What a page cannot ask is left to whoever sells otherwise. */
export function buildFields(
  form: Form,
  item: Item,
  locale: Locale,
  words: { readonly yes: string; readonly no: string },
): Field[] {
  const around = { form, locale, words }
  const quote = item.quote.filter(({ name }) => name !== form.checkout.plan_question)
  return [
    ...fieldsBelow('', 'quote', quote, around),
    ...fieldsBelow('', 'policy', item.policy, around),
  ]
}

/** Those whose names go on from here: each by itself, or as a list where they go on with a `*`. */
function fieldsBelow(
  prefix: string,
  stage: Stage,
  questions: readonly Question[],
  around: Around,
): Field[] {
  const below = questions.filter(({ name }) => name.startsWith(prefix))
  // A list stands where the first of its questions does.
  const names = new Set(below.map(({ name }) => prefix + nameBefore(name.slice(prefix.length))))
  return [...names].flatMap((name) => {
    const own = below.find((question) => question.name === name)
    const isList = own?.type === 'array' || below.some((one) => one.name.startsWith(`${name}.*`))
    if (own?.type === 'object' || name.endsWith('*')) return []
    if (isList) return buildList(name, own ?? unsaid(name, below), stage, below, around)
    return own === undefined ? [] : [buildField(stage, own, around)]
  })
}

/** `drivers` of `drivers.*.name`. */
function nameBefore(name: string): string {
  return name.replace(/\.\*.*/, '')
}

/** A question that the rules do not have, beside those that they have. */
function unsaid(name: string, beside: readonly Question[], validation = 'array'): Question {
  return {
    name,
    path: beside.find((one) => one.name.startsWith(nameBefore(name)))?.path ?? null,
    validation,
    type: validation,
    required: false,
    choices: null,
    conditions: [],
    dataset_id: null,
    dataset_fields: [],
  }
}

/** Where each row is one of few answers, and none twice, they stand there to be ticked. */
function buildList(
  name: string,
  question: Question,
  stage: Stage,
  questions: readonly Question[],
  around: Around,
): Field[] {
  const field = buildField(stage, question, around)
  if (question.choices !== null) return [{ ...field, control: 'many' }]
  const members = fieldsBelow(`${name}.*.`, stage, questions, around)
  const isPlain = members.length === 0
  const each =
    questions.find((one) => one.name === `${name}.*`) ?? unsaid(`${name}.*`, questions, 'string')
  // What is inside of rows that cannot be asked is left to whoever sells otherwise.
  const isOpaque = questions.some((one) => one.name.startsWith(`${name}.*.`))
  if (isPlain && (isOpaque || each.type === 'array' || each.type === 'object')) return []
  const rules = question.validation
  if (isPlain && each.choices !== null && hasRule(`${rules}|${each.validation}`, 'distinct')) {
    const choices = choicesOf(each, saidOf(each.name, around), around)
    return [{ ...field, control: 'many', choices }]
  }
  // Nobody adds a row to leave it empty.
  const validation = `required|${each.validation}`
  const row = { ...buildField(stage, { ...each, validation }, around), isRequired: true }
  const isWanted = field.isRequired || field.isConditional
  const [least = 0, most = rowsMax] = boundsIn(rules)
  return [
    {
      ...field,
      control: 'list',
      list: {
        fields: isPlain ? [row] : members,
        entry: sayIn(saidOf(name, around)?.entry, around.locale.language),
        isPlain,
        rowsMin: isWanted ? Math.max(1, least) : 0,
        rowsMax: most,
      },
    },
  ]
}

/** The least and the most that `min`, `max`, `size` and `between` let through. */
function boundsIn(rules: string): (number | undefined)[] {
  const of = (name: string, at = 1) => {
    const found = new RegExp(`(?:^|\\|)${name}:\\s*(\\d+)(?:\\s*,\\s*(\\d+))?`).exec(rules)?.[at]
    return found === undefined ? undefined : Number(found)
  }
  return [of('min') ?? of('size') ?? of('between'), of('max') ?? of('size') ?? of('between', 2)]
}
