import {
  compileCells,
  type CompiledCells,
  type GivenSlot,
  type Stage,
  type Work,
  type Workbook,
} from '@bindery/spreadsheet'
import type { Problem } from '../../kernel/index.ts'
import { outputKind } from './evaluate/output-value.ts'
import type {
  InputSlot,
  OutputCell,
  VariableSlot,
  WorkbookModel,
} from './evaluate/workbook-model.ts'
import type { InputCell, NamedCell, WorkbookLayout } from './layout.ts'
import { workbookWords } from './workbook-words.ts'

/** Names an input, or a predefined value, that is the date of the quote. */
const todayName = 'today'

export interface BuiltModel extends Pick<CompiledCells, 'swappedRanges' | 'otherFiles'> {
  readonly model: WorkbookModel
}

/** Compiles a workbook. Problems are collected; with any, the model must not be used. */
export function* buildModel(
  workbook: Workbook,
  { inputs, predefined, outputs }: WorkbookLayout,
  file: string,
  problems: Problem[],
): Work<BuiltModel> {
  const checks = inputs.flatMap(({ required, isValid }) => [required, isValid])
  const isKnockout = ({ name }: NamedCell) => knockoutShape.test(name)
  const knockoutCells = outputs.filter(isKnockout)
  const outputCells = outputs.filter((output) => !isKnockout(output))
  const wanted = [
    checks.filter((cell) => cell !== null),
    knockoutCells.map(({ cell }) => cell),
    outputCells.map(({ cell }) => cell),
  ]
  // Where the file computes a predefined value, that formula stands until a variable comes.
  const given = [...inputs, ...predefined.map((one) => ({ ...one, keepsFormula: true }))]
  const cells = yield* compileCells(
    workbook,
    { given, wanted, words: workbookWords },
    file,
    problems,
  )
  const knockouts = knockoutCells.map((output) =>
    outputOf(output, knockoutCode(output.name), cells),
  )
  const priced = outputCells.map((output) => outputOf(output, output.name, cells))
  const { kit, namedCells, blankSlots, swappedRanges, otherFiles } = cells
  return {
    model: {
      kit,
      namedCells,
      blankSlots,
      inputs: inputs.map((input, at) => inputOf(input, slotAt(cells, at), cells)),
      variables: predefined.map((named, at) =>
        variableOf(named, slotAt(cells, inputs.length + at)),
      ),
      checks: stageAt(cells, 0),
      declines: stageAt(cells, 1),
      prices: stageAt(cells, 2),
      knockouts,
      outputs: priced,
      blankOutputs: Object.fromEntries(priced.map(({ name }) => [name, ''])),
    },
    swappedRanges,
    otherFiles,
  }
}

const knockoutShape = /^knockout(_.+)?$/

/** `knockout_flood` declines with the code flood. */
function knockoutCode(name: string): string {
  return name === 'knockout' ? name : name.slice('knockout_'.length)
}

function outputOf({ name, cell }: NamedCell, shownAs: string, cells: CompiledCells): OutputCell {
  return { name: shownAs, kind: outputKind(name), reading: cells.reading(cell) }
}

function inputOf(
  { name, cell, required, isValid, knocksOut }: InputCell,
  { slot, saved }: GivenSlot,
  { reading }: CompiledCells,
): InputSlot {
  return {
    name,
    path: name.split('.'),
    cell,
    slot,
    saved,
    isToday: name === todayName,
    required: required === null ? null : reading(required),
    isValid: isValid === null ? null : reading(isValid),
    knocksOut,
  }
}

function variableOf({ name, cell }: NamedCell, { slot, saved }: GivenSlot): VariableSlot {
  return { name, path: [name], cell, slot, saved, isToday: name === todayName }
}

function slotAt({ given }: CompiledCells, at: number): GivenSlot {
  const slot = given[at]
  if (slot === undefined) throw new Error('every given cell has a slot')
  return slot
}

function stageAt({ stages }: CompiledCells, at: number): Stage {
  const stage = stages[at]
  if (stage === undefined) throw new Error('every stage that was asked for is there')
  return stage
}
