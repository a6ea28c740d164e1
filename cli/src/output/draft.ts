import type { WorkbookDraft } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { count, describeProblems } from './problems.ts'
import { table } from './table.ts'

/** Longer rule strings, mostly lists, are cut: the file has them whole. */
const rulesShownMax = 60

/** What is not taken from a workbook, or not for sure, each with its fix. */
export function describeUntaken(
  { untaken }: Pick<WorkbookDraft, 'untaken'>,
  paint: Paint,
): string[] {
  const what = `${count(untaken.length, 'thing')} of the workbook ${untaken.length === 1 ? 'is' : 'are'} not taken, or not for sure.`
  return [`${paint.yellow('!')} ${what}`, ...describeProblems(untaken, paint)]
}

/** What was made of a workbook. */
export function describeDraft(
  { fields, outputs, warnings, questions }: Omit<WorkbookDraft, 'files'>,
  paint: Paint,
): string[] {
  return [
    ...table(
      ['question', 'cell', 'rules'],
      fields.map(({ name, place, validation }) => [name, place, shortened(validation)]),
      paint,
    ),
    '',
    `${paint.dim('outputs')}  ${outputs.join(', ')}`,
    '',
    ...table(
      ['the sale', ''],
      questions.map((question) => [saleWords[question.name], describeAnswer(question)]),
      paint,
    ),
    '',
    ...(warnings.length === 0 ? [] : [`A push would warn of ${count(warnings.length, 'thing')}:`]),
    ...describeProblems(warnings, paint),
  ]
}

/** How something that a sale needs to know was settled. */
function describeAnswer({ answer, choices }: WorkbookDraft['questions'][number]): string {
  return choices.find(({ value }) => value === answer)?.label ?? answer ?? ''
}

const saleWords: Readonly<Record<WorkbookDraft['questions'][number]['name'], string>> = {
  start: 'cover begins',
  term: 'cover lasts',
  pay: 'customers pay',
  premium_for: 'the premium is for',
  renewal: 'at the end cover',
}

function shortened(rules: string): string {
  return rules.length <= rulesShownMax ? rules : `${rules.slice(0, rulesShownMax - 1)}…`
}
