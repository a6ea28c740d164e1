import type { Decimal } from '@bindery/spreadsheet/decimal'
import {
  aDate,
  compileExpression,
  constant,
  decimalArithmetic,
  decimalLibrary,
  explainError,
  findNames,
  isError,
  type Kinds,
  operandOf,
  orderByUse,
  parseFormula,
  report,
  type Scope,
  slotRead,
} from '@bindery/spreadsheet/formulas'
import type { AstExpression } from '@borgar/fx'
import type { Problem } from '../../kernel/index.ts'
import type { OutputValue } from '../pricing-types.ts'
import { compileReference } from './compile-reference.ts'
import type { Declaration, FormulaFile, NamedFormula } from './formula-file.ts'
import { formulaWords } from './formula-words.ts'
import { kindsOfFormulas } from './kinds-of-formulas.ts'
import type {
  CompiledFormula,
  CompiledOutput,
  CompiledStep,
  FormulaModel,
  InputSlot,
} from './model.ts'
import { isDateOutput, outputValue } from './output-value.ts'
import { readText } from './read-value.ts'
import type { Binding, Table } from './scope.ts'

export interface CompiledFile {
  readonly model: FormulaModel
  /** What each formula can come to, by its place. */
  readonly kinds: ReadonlyMap<string, Kinds>
  /** Names of tables and steps that nothing uses. */
  readonly unusedTables: readonly string[]
  readonly unusedSteps: readonly string[]
}

/** The date of the quote, in every formula file. */
const todayName = 'today'

interface ParsedStep extends NamedFormula {
  readonly expression: AstExpression | null
  readonly uses: ReadonlySet<string>
}

/** Compiles what a file declares. Problems are collected; with any, the model must not be used. */
export function compileFormula(
  source: FormulaFile,
  tables: ReadonlyMap<string, Table | null>,
  file: string,
  problems: Problem[],
): CompiledFile {
  return new FormulaCompiler(source, tables, file, problems).compile()
}

class FormulaCompiler {
  readonly #source: FormulaFile
  readonly #tables: ReadonlyMap<string, Table | null>
  readonly #file: string
  readonly #problems: Problem[]
  readonly #names = new Map<string, Binding>()
  readonly #owners = new Map<string, string>()
  readonly #usedTables = new Set<string>()
  #slotCount = 0

  constructor(
    source: FormulaFile,
    tables: ReadonlyMap<string, Table | null>,
    file: string,
    problems: Problem[],
  ) {
    this.#source = source
    this.#tables = tables
    this.#file = file
    this.#problems = problems
  }

  compile(): CompiledFile {
    const todaySlot = this.#bindSlot(todayName, 'the date of the quote')
    const inputs = this.#source.inputs.map((input) => this.#input(input, 'input'))
    const variables = this.#source.variables.map((variable) => this.#input(variable, 'variable'))
    for (const { name } of this.#source.tables) this.#bindTable(name)
    const steps = this.#steps()
    const knockouts = this.#source.knockouts.map((knockout) => this.#formula(knockout, 'knockout'))
    const outputs = this.#source.outputs.map((output): CompiledOutput => ({
      ...this.#formula(output, 'output'),
      type: output.type,
      isDate: isDateOutput(output.name, output.type),
    }))
    const usesToday = [...steps, ...knockouts, ...outputs].some(({ uses }) => uses.has(todayName))
    const kinds = kindsOfFormulas(todayName, [...inputs, ...variables], steps, [
      ...knockouts,
      ...outputs,
    ])
    const days = [...kinds].filter(([, kind]) => kind === aDate).map(([place]) => place)
    const dated = outputs.filter(({ isDate }) => isDate).map(({ place }) => place)
    const forKnockouts = needed(knockouts, steps)
    const forAll = needed([...knockouts, ...outputs], steps)
    return {
      model: {
        blankSlots: Array.from({ length: this.#slotCount }, () => null),
        todaySlot: usesToday ? todaySlot : -1,
        inputs,
        variables,
        knockoutSteps: steps.filter(({ name }) => forKnockouts.has(name)),
        knockouts,
        outputSteps: steps.filter(({ name }) => forAll.has(name) && !forKnockouts.has(name)),
        outputs,
        dayFormulas: new Set([...days, ...dated]),
        ...settledOutputs(outputs),
      },
      kinds,
      unusedTables: this.#source.tables
        .map(({ name }) => name)
        .filter((name) => !this.#usedTables.has(name)),
      unusedSteps: steps.map(({ name }) => name).filter((name) => !forAll.has(name)),
    }
  }

  #report(place: string, message: string, fix: string): void {
    this.#problems.push({ file: this.#file, place, message, fix })
  }

  /** Reserves a name; two things of one name are a problem. */
  #reserve(name: string, owner: string): void {
    const other = this.#owners.get(name)
    if (other !== undefined) {
      this.#report(owner, `The name ${name} already stands for ${other}.`, 'Rename one of the two.')
    }
    this.#owners.set(name, owner)
  }

  #bindSlot(name: string, owner: string): number {
    this.#reserve(name, owner)
    const slot = this.#slotCount++
    this.#names.set(name, { kind: 'value', expression: slotRead<Decimal>(slot) })
    return slot
  }

  #bindTable(name: string): void {
    this.#reserve(name, `table ${name}`)
    const table = this.#tables.get(name) ?? null
    this.#names.set(name, table === null ? { kind: 'broken' } : { kind: 'table', table })
  }

  #input(declaration: Declaration, noun: 'input' | 'variable'): InputSlot {
    const place = `${noun} ${declaration.name}`
    const slot = this.#bindSlot(declaration.name, place)
    const path = declaration.field.split('.')
    const { defaultText, isOptional, type } = declaration
    if (defaultText === undefined) {
      return { declaration, path, slot, whenAbsent: isOptional ? null : undefined, type }
    }
    const whenAbsent = readText(defaultText, type)
    if (whenAbsent === undefined) {
      this.#report(
        place,
        `The default \`${defaultText}\` is not of type ${type}.`,
        'Correct the default or the type.',
      )
    }
    return { declaration, path, slot, whenAbsent, type }
  }

  /** All steps, parsed, ordered and compiled; a constant step becomes a constant for later ones. */
  #steps(): CompiledStep[] {
    const parsed = new Map(
      this.#source.steps.map((step) => [step.name, this.#parse(step, `step ${step.name}`)]),
    )
    const stepNames = new Set(parsed.keys())
    for (const name of stepNames) {
      this.#reserve(name, `step ${name}`)
      this.#names.set(name, { kind: 'broken' })
    }
    const uses = new Map(
      [...parsed].map(([name, step]) => [name, step.uses.intersection(stepNames)]),
    )
    const { order, cycles } = orderByUse(uses)
    for (const cycle of cycles) {
      const [first = ''] = cycle
      this.#report(
        `step ${first}`,
        `The steps refer to each other in a circle: ${cycle.join(' → ')}.`,
        'Remove one of these references.',
      )
    }
    return order.flatMap((name) => {
      const step = parsed.get(name)
      return step === undefined ? [] : [this.#step(step)]
    })
  }

  #step(step: ParsedStep): CompiledStep {
    const { name, formula, uses } = step
    const place = `step ${name}`
    const before = this.#problems.length
    const expression = this.#compileParsed(step, place)
    const slot = this.#slotCount++
    const read = expression.isConstant ? expression : slotRead<Decimal>(slot)
    // A step with a problem stays broken, so that its users are not blamed for it as well.
    if (this.#problems.length === before && step.expression !== null) {
      this.#names.set(name, { kind: 'value', expression: read })
    }
    return { name, place, formula, expression, operand: operandOf(expression), uses, slot }
  }

  #formula(source: NamedFormula, noun: 'knockout' | 'output'): CompiledFormula {
    const { name, formula } = source
    const place = `${noun} ${name}`
    const parsed = this.#parse(source, place)
    const expression = this.#compileParsed(parsed, place)
    const { uses } = parsed
    return { name, place, formula, expression, operand: operandOf(expression), uses }
  }

  #parse(source: NamedFormula, place: string): ParsedStep {
    const { name, formula } = source
    const parsed = parseFormula(formula)
    if (parsed.ok) {
      return { name, formula, expression: parsed.expression, uses: findNames(parsed.expression) }
    }
    this.#report(place, parsed.message, parsed.fix)
    return { name, formula, expression: null, uses: new Set() }
  }

  #compileParsed({ expression }: ParsedStep, place: string) {
    if (expression === null) return constant<Decimal>(null)
    const before = this.#problems.length
    const compiled = compileExpression(expression, this.#scope(place))
    const isSound = this.#problems.length === before
    if (isSound && compiled.isConstant && isError(compiled.value)) {
      this.#report(
        place,
        `The formula always gives ${explainError(compiled.value)}.`,
        'Correct the formula.',
      )
    }
    return compiled
  }

  #scope(place: string): Scope<Decimal> {
    const scope: Scope<Decimal> = {
      file: this.#file,
      place,
      problems: this.#problems,
      library: decimalLibrary,
      arithmetic: decimalArithmetic,
      words: formulaWords,
      locals: new Map(),
      nameKey: (name) => name,
      newSlot: () => this.#slotCount++,
      reference: (node) =>
        compileReference(node, {
          names: this.#names,
          useTable: (name) => this.#usedTables.add(name),
          report: (message, fix) => report(scope, message, fix),
        }),
    }
    return scope
  }
}

/** Outputs that are the same in every quote are written once; the others start out empty. */
function settledOutputs(
  outputs: readonly CompiledOutput[],
): Pick<FormulaModel, 'settledOutputs' | 'liveOutputs'> {
  const liveOutputs: CompiledOutput[] = []
  const settled = outputs.map((output): [string, OutputValue] => {
    const { name, expression } = output
    const written = expression.isConstant ? outputValue(expression.value, output) : null
    if (written !== null && (typeof written !== 'object' || 'decimal' in written)) {
      return [name, written]
    }
    liveOutputs.push(output)
    return [name, '']
  })
  return { settledOutputs: Object.fromEntries(settled), liveOutputs }
}

/** The names of all steps that the formulas need, directly or through others. */
function needed(
  formulas: readonly CompiledFormula[],
  steps: readonly CompiledStep[],
): ReadonlySet<string> {
  const names = new Set(formulas.flatMap(({ uses }) => [...uses]))
  // Backwards through the order, so that every user is seen before what it uses.
  for (const { name, uses } of steps.toReversed()) {
    if (names.has(name)) for (const used of uses) names.add(used)
  }
  return names
}
