import type { WorkbookDraft } from '@bindery/sdk'
import type { Paint } from './paint.ts'
import { count, describeProblems } from './problems.ts'
import { table } from './table.ts'

/** Longer rule strings, mostly lists, are shortened; the file has them in full. */
const rulesShownMax = 60

/** Parts of a workbook that are not used or uncertain, each with its fix. */
export function describeUntaken(
  { untaken }: Pick<WorkbookDraft, 'untaken'>,
  paint: Paint,
): string[] {
  const what = `${count(untaken.length, 'part')} of the workbook ${untaken.length === 1 ? 'is' : 'are'} not used, or uncertain.`
  return [`${paint.yellow('!')} ${what}`, ...describeProblems(untaken, paint)]
}

/** The product that was made from a workbook. */
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
    ...(warnings.length === 0 ? [] : [`A push would give ${count(warnings.length, 'warning')}:`]),
    ...describeProblems(warnings, paint),
  ]
}

/** The label of the chosen answer. */
function describeAnswer({ answer, choices }: WorkbookDraft['questions'][number]): string {
  return choices.find(({ value }) => value === answer)?.label ?? answer ?? ''
}

const saleWords: Readonly<Record<WorkbookDraft['questions'][number]['name'], string>> = {
  start: 'cover begins',
  term: 'cover lasts',
  pay: 'customers pay',
  premium_for: 'the premium covers',
  renewal: 'at the end cover',
}

function shortened(rules: string): string {
  return rules.length <= rulesShownMax ? rules : `${rules.slice(0, rulesShownMax - 1)}…`
}
