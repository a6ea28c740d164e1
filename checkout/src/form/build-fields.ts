import type { Form, Question } from '@bindery/sdk/generated'
import { type Around, buildField, choicesOf, hasRule, textsOf, sayIn } from './build-field.ts'
import type { Field, Stage } from './field.ts'
import type { Locale } from './locale.ts'
import { rowsMax } from './rows.ts'

type Item = Form['items'][number]

/** The fields of an item, in the order of its rules. Questions that a page cannot ask are left out: other channels sell those. */
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

/** The fields of questions below a name: single fields, or a list if the next part of the name is `*`. */
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
    if (isList) return buildList(name, own ?? impliedQuestion(name, below), stage, below, around)
    return own === undefined ? [] : [buildField(stage, own, around)]
  })
}

/** `drivers` of `drivers.*.name`. */
function nameBefore(name: string): string {
  return name.replace(/\.\*.*/, '')
}

/** The question of a list that has no rule of its own, derived from the questions in it. */
function impliedQuestion(
  name: string,
  beside: readonly Question[],
  validation = 'array',
): Question {
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

/** A list whose rows are distinct choices out of few becomes a group of checkboxes. */
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
    questions.find((one) => one.name === `${name}.*`) ??
    impliedQuestion(`${name}.*`, questions, 'string')
  // Rows with questions that a page cannot ask are left out: other channels sell those.
  const isOpaque = questions.some((one) => one.name.startsWith(`${name}.*.`))
  if (isPlain && (isOpaque || each.type === 'array' || each.type === 'object')) return []
  const rules = question.validation
  if (isPlain && each.choices !== null && hasRule(`${rules}|${each.validation}`, 'distinct')) {
    const choices = choicesOf(each, textsOf(each.name, around), around)
    return [{ ...field, control: 'many', choices }]
  }
  // A row that a customer added is not meant to be empty, so its entry is required.
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
        entry: sayIn(textsOf(name, around)?.entry, around.locale.language),
        isPlain,
        rowsMin: isWanted ? Math.max(1, least) : 0,
        rowsMax: most,
      },
    },
  ]
}

/** The smallest and the largest value that `min`, `max`, `size` and `between` allow. */
function boundsIn(rules: string): (number | undefined)[] {
  const of = (name: string, at = 1) => {
    const found = new RegExp(`(?:^|\\|)${name}:\\s*(\\d+)(?:\\s*,\\s*(\\d+))?`).exec(rules)?.[at]
    return found === undefined ? undefined : Number(found)
  }
  return [of('min') ?? of('size') ?? of('between'), of('max') ?? of('size') ?? of('between', 2)]
}
