import type { Json, JsonObject } from '@bindery/rules/words'
import type { Form, OpenedEndorsement, Question } from '@bindery/sdk/generated'
import { type Checks, put } from '../form/checks.ts'
import type { Answers, Field, Stage } from '../form/field.ts'
import { valueAt } from './known-answers.ts'
import { fieldsIn } from '../form/rows.ts'

/** What an endorsement may change. */
type Endorsable = Pick<OpenedEndorsement, 'questions' | 'policy_questions' | 'item_id'>

/**
 * Answers that may change get the rules of endorsements; the others stay, because rules refer to
 * them. Members of the policy are asked only where they may change, too.
 */
export function formToEndorse(form: Form, policy: Endorsable): Form {
  const patched = (asked: readonly Question[], open: readonly Question[]) =>
    asked.map(
      (question) =>
        open.find(({ name, path }) => name === question.name && path === question.path) ?? {
          ...question,
          validation: '',
          required: false,
          conditions: [],
        },
    )
  const items = form.items
    .filter(({ id }) => id === policy.item_id)
    .map((item) => ({
      ...item,
      policy: policy.policy_questions ? patched(item.policy, policy.policy_questions) : [],
      quote: patched(item.quote, policy.questions),
    }))
  return { ...form, items }
}

/** Whether an endorsement may change the answer to a question, or the list that contains it. */
export function isOpen(policy: Endorsable, { stage, question }: Field): boolean {
  const questions = stage === 'quote' ? policy.questions : (policy.policy_questions ?? [])
  return questions.some((open) => {
    const [own, asked] = [open.name, question.name].map((one) =>
      one.replaceAll(/\.\d+(?=\.|$)/g, '.*'),
    )
    if ((open.path ?? null) !== (question.path ?? null)) return false
    return asked === own || asked?.startsWith(`${own}.`) === true
  })
}

/** The part of a field that may change: of some lists only the fields of their rows. */
export function openPart(field: Field, policy: Endorsable): Field[] {
  const isFree = isOpen(policy, field)
  if (isFree || field.list === undefined) return isFree ? [field] : []
  const fields = field.list.fields.flatMap((one) => openPart(one, policy))
  return fields.length === 0 ? [] : [{ ...field, list: { ...field.list, fields, isFixed: true } }]
}

/** An endorsement that is being filled in. */
interface FilledIn {
  readonly policy: Endorsable
  readonly fields: readonly Field[]
  readonly checks: Checks
  readonly answers: Answers
  readonly planKey: string | null
}

export function isFilledInWrongly(
  { policy, checks, answers, planKey }: FilledIn,
  stage: Stage,
): boolean {
  const errors = checks.errors(answers, planKey)
  return checks
    .asked(answers, planKey)
    .some((field) => field.stage === stage && isOpen(policy, field) && errors.has(field.id))
}

/** The answers of a stage that differ from what the policy holds, lists as a whole. */
export function differing(
  { policy, fields, checks, answers, planKey }: FilledIn,
  stage: Stage,
  held: unknown,
): JsonObject {
  const document = checks.document(stage, answers, planKey)
  const changed: JsonObject = { data: {} }
  for (const field of fields.filter((one) => one.stage === stage)) {
    const [after, before] = [valueAt(document, field), valueAt(held, field)]
    const isTouched = fieldsIn([field], answers).some((one) => isOpen(policy, one))
    if (isTouched && written(after) !== written(before)) {
      put(changed, field.question, after ?? null)
    }
  }
  return changed
}

/** JSON with sorted members, for comparison. */
function written(value: Json = null): string {
  return JSON.stringify(value, (_, one: Json) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
