import { atOnce, inSlices, problemsMax, type Work, type Workbook } from '@bindery/spreadsheet'
import { anything, explainError, FormulaError } from '@bindery/spreadsheet/formulas'
import type { Problem } from '../../kernel/index.ts'
import { checkOutputs, constantOutputs } from '../premium/check-outputs.ts'
import type { ConstantOutput } from '../pricing-types.ts'
import { buildModel, type BuiltModel } from './build-model.ts'
import type { CompiledWorkbook, CompileWorkbookResult } from './compiled-workbook.ts'
import { evaluateSaved, evaluateWorkbook } from './evaluate/evaluate-workbook.ts'
import { cellsFor, recomputing } from './evaluate/list-cells.ts'
import { outputValue } from './evaluate/output-value.ts'
import type { OutputCell } from './evaluate/workbook-model.ts'
import type { WorkbookLayout } from './layout.ts'
import { refuseUses } from './other-files.ts'

export type * from './compiled-workbook.ts'

/**
 * Compiles what the outputs and checks of a workbook depend on to closures, or says everything
 * that is wrong with it. `file` is its path inside the product folder.
 */
export function compileWorkbook(
  workbook: Workbook,
  layout: WorkbookLayout,
  file = 'pricing.xlsx',
): CompileWorkbookResult {
  return atOnce(compiling(workbook, layout, file))
}

const compilingMsMax = 30_000

/** The same while requests go on being answered; given up where it takes too long. */
export async function compileWorkbookInSlices(
  workbook: Workbook,
  layout: WorkbookLayout,
  file: string,
  workMsMax = compilingMsMax,
  isAccepted = false,
): Promise<CompileWorkbookResult> {
  const result = await inSlices(compiling(workbook, layout, file, isAccepted), workMsMax)
  if (result !== null) return result
  const message = `Preparing the workbook took more than ${workMsMax / 1000} seconds.`
  const fix = 'Keep only the formulas that prices need, over ranges no larger than needed.'
  return { ok: false, problems: [{ file, place: '', message, fix }] }
}

function* compiling(
  workbook: Workbook,
  layout: WorkbookLayout,
  file: string,
  isAccepted = false,
): Work<CompileWorkbookResult> {
  const problems: Problem[] = []
  const built = yield* buildModel(workbook, layout, file, problems)
  problems.push(...refuseUses(built.otherFiles).map((problem) => ({ file, ...problem })))
  const outputs = built.model.outputs.map((output) => checked(output, built, isAccepted))
  const warnings = checkOutputs(outputs, file, '', problems)
  reportSureErrors(built, file, problems)
  if (problems.length > 0) return { ok: false, problems: shortened(problems, file) }
  return { ok: true, workbook: compiled(built, file, warnings, constantOutputs(outputs)) }
}

function shortened(problems: readonly Problem[], file: string): Problem[] {
  if (problems.length <= problemsMax) return [...problems]
  const fix = 'Fix the first ones; the others may have the same cause.'
  const further = { file, place: '', message: 'There are further problems.', fix }
  return [...problems.slice(0, problemsMax), further]
}

function checked({ name, reading, kind }: OutputCell, { model }: BuiltModel, isAccepted: boolean) {
  const isConstant = reading.slot < 0
  const constant = isConstant ? outputValue(reading.constant, kind, model.kit.calendar) : null
  return {
    name,
    place: reading.place,
    formula: reading.step?.formula ?? null,
    isConstant,
    isZero: reading.constant === 0,
    // An error that every quote would get is reported below.
    constant: isAccepted || constant instanceof FormulaError ? null : constant,
    kinds: isAccepted ? anything : (reading.step?.kinds ?? anything),
  }
}

/** An output that is an error whatever the customer answers can never price. */
function reportSureErrors({ model }: BuiltModel, file: string, problems: Problem[]): void {
  for (const { name, reading } of [...model.outputs, ...model.knockouts]) {
    if (reading.slot >= 0 || !(reading.constant instanceof FormulaError)) continue
    if (problems.some(({ place }) => place === reading.place)) continue
    problems.push({
      file,
      place: reading.place,
      message: `The output ${name} always gives ${explainError(reading.constant)}.`,
      fix: 'Correct the formula.',
    })
  }
}

function compiled(
  { model }: BuiltModel,
  file: string,
  warnings: readonly Problem[],
  constants: readonly ConstantOutput[],
): CompiledWorkbook {
  return {
    inputs: model.inputs.filter(({ isToday }) => !isToday).map(({ name }) => name),
    outputs: model.outputs.map(({ name }) => name),
    warnings,
    evaluate: (input, options) => {
      try {
        return evaluateWorkbook(model, input, options?.trace === true)
      } catch (error) {
        // Nothing above should throw; if it does, the quote fails and says so, without its data.
        const name = error instanceof Error ? error.name : 'unknown error'
        return { outcome: 'failed', place: file, reason: `internal error: ${name}` }
      }
    },
    constants,
    evaluateSaved: () => ({
      calculation: evaluateSaved(model),
      // Whether one may be left out, where the file says so itself, is checked with the answers.
      isWhole: model.inputs.every(
        ({ saved, required }) => required !== null || (saved !== null && saved !== ''),
      ),
    }),
    recompute: () => atOnce(recomputing(model)),
    recomputing: () => recomputing(model),
    cellsFor: (input) => cellsFor(model, input),
  }
}
