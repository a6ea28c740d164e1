import { placeOf, type Workbook, type WorkbookProblem } from '@bindery/spreadsheet'
import { didYouMean } from '../../kernel/index.ts'
import { canDerivePremium, knownOutputs } from '../premium/output-names.ts'
import type { NamedCell, WorkbookLayout } from './layout.ts'
import { LayoutReader } from './layout-reader.ts'
import { findCalculator, readCalculatorLayout } from './read-calculator-layout.ts'
import { hasLayoutNames, readAddedOutputs, readNamesLayout } from './read-names-layout.ts'
import { findInputsAndOutputs, readSheetsLayout } from './read-sheets-layout.ts'
import { addedSheet } from './write-layout.ts'

export interface FoundLayout {
  readonly layout: WorkbookLayout | null
  readonly problems: readonly WorkbookProblem[]
  readonly warnings: readonly WorkbookProblem[]
}

const problemsListedMax = 100

/** Finds where a workbook takes its inputs and gives its outputs, and checks that it can price. */
export function readLayout(workbook: Workbook): FoundLayout {
  const reader = new LayoutReader(workbook)
  const layout = chooseLayout(workbook, reader)
  if (layout !== null) {
    reader.checkNames('input', layout.inputs)
    reader.checkNames('predefined value', layout.predefined)
    reader.checkNames('output', layout.outputs)
    checkOutputs(layout.outputs, reader)
  }
  return { layout, problems: shortened(reader.problems), warnings: shortened(reader.warnings) }
}

/** Nobody fixes a thousand cells one by one: such a sheet has another cause. */
function shortened(problems: readonly WorkbookProblem[]): WorkbookProblem[] {
  const listed = problems.slice(0, problemsListedMax)
  const unlisted = problems.length - listed.length
  if (unlisted > 0) {
    const fix = 'Fix the first ones; the others may have the same cause.'
    listed.push({ place: '', message: `There are ${unlisted} further problems.`, fix })
  }
  return listed
}

function chooseLayout(workbook: Workbook, reader: LayoutReader): WorkbookLayout | null {
  const calculator = findCalculator(workbook)
  if (calculator !== null) {
    if (hasLayoutNames(workbook, addedSheet)) {
      reader.warn(
        calculator.name,
        'The sheet Calculator names inputs and outputs; names that begin with in_ or out_ are ignored.',
        'Delete one or the other.',
      )
    }
    return withAdded(readCalculatorLayout(calculator, reader), workbook, reader)
  }
  const sheets = findInputsAndOutputs(workbook)
  if (sheets !== null) return withAdded(readSheetsLayout(sheets, reader), workbook, reader)
  if (hasLayoutNames(workbook)) return readNamesLayout(workbook, reader)
  reader.report(
    '',
    'The workbook does not say what its inputs and outputs are.',
    'Name them on a sheet Calculator (from row 7 on: inputs in B and C, predefined values in G and H, outputs in J and K), or on two sheets Inputs and Outputs (name in A, value in B), or give their cells names such as in_age and out_gross_premium.',
  )
  return null
}

function withAdded(
  layout: WorkbookLayout,
  workbook: Workbook,
  reader: LayoutReader,
): WorkbookLayout {
  return { ...layout, outputs: [...layout.outputs, ...readAddedOutputs(workbook, reader)] }
}

function checkOutputs(outputs: readonly NamedCell[], reader: LayoutReader): void {
  const names = new Set(outputs.map(({ name }) => name))
  if (!canDerivePremium(names)) {
    reader.report(
      'outputs',
      names.size === 0 ? 'There are no outputs.' : 'The outputs do not make a premium.',
      'Give gross_premium (or gross_payment_amount) and one of premium_tax, net_premium or tax_rate; or net_premium with premium_tax or tax_rate.',
    )
  }
  for (const { name, cell } of outputs) {
    const meant = knownOutputs.includes(name) ? null : didYouMean(name, knownOutputs)
    if (meant === null) continue
    const message = `The output ${name} has no meaning of its own and goes to extra_data.`
    reader.warn(placeOf(cell), message, meant)
  }
}
