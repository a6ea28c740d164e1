import { createHash } from 'node:crypto'
import {
  checkSavedValues,
  fillWorkbook,
  type SavedValuesCheck,
  type WorkbookProblem,
} from '@bindery/spreadsheet'
import type { Problem } from '../../kernel/index.ts'
import type {
  CompilePricingResult,
  FilledFile,
  KnownPrices,
  PricingInput,
} from '../pricing-types.ts'
import { checkPace } from './check-pace.ts'
import { checkSavedPrice } from './check-saved-price.ts'
import { type CompiledWorkbook, compileWorkbookInSlices } from './compile-workbook.ts'
import { warnOfLinks } from './other-files.ts'
import { readWorkbook, type ReadWorkbookResult } from './read-workbook.ts'

export interface WorkbookSource {
  /** Its path inside the product folder. */
  readonly file: string
  readonly bytes: Uint8Array
  /** True for a revision that passed its gates when it was pushed. */
  readonly isAccepted: boolean
}

/** Named in the content hash: raise it when the same file would come to another price. */
const engineVersion = 'workbook 2'

/** What is on sale is prepared again in any case, however busy the machine is. */
const acceptedMsMax = 10 * 60_000

/**
 * Compiles a pricing.xlsx. A new one must also give exactly the values that the spreadsheet program
 * saved in it, and soon enough: what the insurer saw there is what customers are asked for.
 */
export async function compileWorkbookPricing(
  source: WorkbookSource,
): Promise<CompilePricingResult> {
  const { file, bytes, isAccepted } = source
  const read = readWorkbook(bytes)
  if (!read.ok) {
    const problems = inFile(file, read.problems)
    return { ok: false, problems: [...problems, ...(await furtherProblems(read, file))] }
  }
  const result = await compileWorkbookInSlices(
    read.workbook,
    read.layout,
    file,
    isAccepted ? acceptedMsMax : undefined,
    isAccepted,
  )
  if (!result.ok) return result
  const { workbook } = result
  const gate = isAccepted ? acceptedBefore : await checkNew(workbook)
  if (gate.problems.length > 0) return { ok: false, problems: inFile(file, gate.problems) }
  return {
    ok: true,
    pricing: {
      kind: 'workbook',
      inputs: workbook.inputs,
      outputs: workbook.outputs,
      contentHash: createHash('sha256').update(`${engineVersion}\n`).update(bytes).digest('hex'),
      warnings: [
        ...inFile(file, [
          ...read.warnings,
          ...gate.warnings,
          ...(isAccepted ? [] : warnOfLinks(read.workbook)),
        ]),
        ...workbook.warnings,
      ],
      ...(isAccepted ? {} : { known: { file, constants: workbook.constants, saved: gate.saved } }),
      evaluate: workbook.evaluate,
      fill: async (input) => fill(workbook, bytes, input),
    },
  }
}

type Gate = SavedValuesCheck & Pick<KnownPrices, 'saved'>

const acceptedBefore: Gate = { problems: [], warnings: [], saved: null }

async function checkNew(workbook: CompiledWorkbook): Promise<Gate> {
  const pace = await checkPace(workbook)
  if (!pace.ok) return { problems: [pace.problem], warnings: [], saved: null }
  const values = checkSavedValues(pace.recomputed)
  // Where the file says something else than we compute, its price means nothing.
  if (values.problems.length > 0) return { ...values, saved: null }
  const price = checkSavedPrice(workbook.evaluateSaved())
  return {
    problems: price.problems,
    warnings: [...values.warnings, ...price.warnings],
    saved: price.saved,
  }
}

/** Problems of the formulas where the layout has problems too: all are reported at once. */
async function furtherProblems(
  { found, problems: known }: Extract<ReadWorkbookResult, { ok: false }>,
  file: string,
): Promise<readonly Problem[]> {
  if (found === undefined) return []
  const result = await compileWorkbookInSlices(found.workbook, found.layout, file)
  if (result.ok) return []
  return result.problems.filter(({ message }) => known.every((other) => other.message !== message))
}

function inFile(file: string, problems: readonly WorkbookProblem[]): Problem[] {
  return problems.map((problem) => ({ file, ...problem }))
}

function fill(workbook: CompiledWorkbook, bytes: Uint8Array, input: PricingInput): FilledFile {
  return {
    bytes: fillWorkbook(bytes, workbook.cellsFor(input)),
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  }
}
