import { createHash } from 'node:crypto'
import { Decimal, isZero } from '@bindery/spreadsheet/decimal'
import { anything, FormulaError } from '@bindery/spreadsheet/formulas'
import { type Problem, didYouMean } from '../../kernel/index.ts'
import type { CompilePricingResult, KnownPrices, PricingFiles } from '../pricing-types.ts'
import { type CheckedOutput, checkOutputs, constantOutputs } from '../premium/check-outputs.ts'
import { compileFormula } from './compile-formula.ts'
import { evaluate } from './evaluate.ts'
import type { FormulaFile } from './formula-file.ts'
import { problemsMax } from './limits.ts'
import type { CompiledOutput } from './model.ts'
import { outputValue } from './output-value.ts'
import { readFormulaFile } from './read-formula-file.ts'
import { readTable } from './read-table.ts'
import { timeFormulas } from './time-formulas.ts'
import type { Table } from './scope.ts'
import type { YamlMap } from './yaml-reader.ts'

export interface FormulaSource {
  readonly files: PricingFiles
  /** The folder of the pricing file, with its slash; empty for the product itself. */
  readonly prefix: string
  readonly file: string
  readonly bytes: Uint8Array
  readonly document: YamlMap
  /** True for a version that passed its gates when it was pushed. */
  readonly isAccepted: boolean
}

/** Named in the content hash: raise it when the same files would come to another price. */
const engineVersion = 'formula 2'

/** Compiles a pricing file of kind formula with its tables. */
export function compileFormulaPricing(source: FormulaSource): CompilePricingResult {
  const problems: Problem[] = []
  const declared = readFormulaFile(source.document, source.file, problems)
  if (declared === null) return { ok: false, problems }
  const { tables, contents } = readTables(declared, source, problems)
  const { model, kinds, unusedTables, unusedSteps } = compileFormula(
    declared,
    tables,
    source.file,
    problems,
  )
  const checked = model.outputs.map(({ expression, ...output }) => ({
    ...output,
    isConstant: expression.isConstant,
    isZero:
      expression.isConstant && expression.value instanceof Decimal && isZero(expression.value),
    constant: source.isAccepted ? null : constantOf(expression, output),
    kinds: source.isAccepted ? anything : (kinds.get(output.place) ?? anything),
  }))
  const warnings: Problem[] = checkOutputs(checked, source.file, 'outputs', problems)
  if (problems.length > 0) return { ok: false, problems: shortened(problems, source.file) }
  for (const name of unusedTables) {
    warnings.push(warning(source.file, `table ${name}`, 'No formula uses the table.'))
  }
  for (const name of unusedSteps) {
    warnings.push(warning(source.file, `step ${name}`, 'No output or knockout uses the step.'))
  }
  return {
    ok: true,
    pricing: {
      kind: 'formula',
      inputs: declared.inputs.map(({ field }) => field),
      outputs: model.outputs.map(({ name }) => name),
      contentHash: hashOf([['pricing.yaml', source.bytes], ...contents]),
      warnings,
      ...(source.isAccepted ? {} : { known: knownPricesOf(source.file, checked) }),
      evaluate: (input, options) => {
        try {
          return evaluate(model, input, options?.trace === true)
        } catch (error) {
          // Nothing above should throw; if it does, the quote fails and says so, without its data.
          const name = error instanceof Error ? error.name : 'unknown error'
          return { outcome: 'failed', place: source.file, reason: `internal error: ${name}` }
        }
      },
      timeFormulas: (input) => timeFormulas(model, input),
    },
  }
}

function knownPricesOf(
  file: string,
  outputs: readonly Pick<CheckedOutput, 'name' | 'place' | 'constant'>[],
): KnownPrices {
  return { file, constants: constantOutputs(outputs), saved: null }
}

/** An error that every quote would get is reported where its formula is compiled. */
function constantOf(
  expression: CompiledOutput['expression'],
  output: Pick<CompiledOutput, 'type' | 'isDate'>,
) {
  const value = expression.isConstant ? outputValue(expression.value, output) : null
  return value instanceof FormulaError ? null : value
}

function shortened(problems: readonly Problem[], file: string): readonly Problem[] {
  if (problems.length <= problemsMax) return problems
  const fix = 'Fix the first ones; the others may have the same cause.'
  const further = { file, place: '', message: 'There are further problems.', fix }
  return [...problems.slice(0, problemsMax), further]
}

function warning(file: string, place: string, message: string): Problem {
  return { file, place, message, fix: 'Use it or remove it.' }
}

/** Tables stand beside the pricing file, or in the product's own folder for its sub products. */
export function readTables(
  declared: FormulaFile,
  { files, prefix, file }: Pick<FormulaSource, 'files' | 'prefix' | 'file'>,
  problems: Problem[],
) {
  const tables = new Map<string, Table | null>()
  const contents: [string, Uint8Array][] = []
  for (const declaration of declared.tables) {
    const path = [prefix + declaration.file, declaration.file].find((candidate) =>
      files.has(candidate),
    )
    const bytes = path === undefined ? undefined : files.get(path)
    if (path === undefined || bytes === undefined) {
      const known = [...files.keys()].filter((name) => name.endsWith('.csv'))
      problems.push({
        file,
        place: `table ${declaration.name}`,
        message: `There is no file ${declaration.file} in the product folder.`,
        fix: didYouMean(declaration.file, known) ?? 'Add the file, or correct its path.',
      })
      tables.set(declaration.name, null)
      continue
    }
    contents.push([declaration.file, bytes])
    tables.set(declaration.name, readTable(declaration, path, bytes, problems))
  }
  return { tables, contents }
}

function hashOf(contents: readonly (readonly [string, Uint8Array])[]): string {
  const hash = createHash('sha256').update(engineVersion)
  for (const [name, bytes] of contents) {
    hash.update(`\n${JSON.stringify(name)} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}
