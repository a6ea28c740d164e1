import { type AnyNumber, FormulaError } from '../functions/index.ts'
import type { Frame } from './frame.ts'
import { type Operand, read } from './operand.ts'

/** A lookup that found nothing, with the operands that its key was read from. */
export class LookupMiss<N extends AnyNumber> extends FormulaError {
  readonly keys: readonly Operand<N, undefined>[]

  constructor(keys: readonly Operand<N, undefined>[]) {
    super('#N/A')
    this.keys = keys
  }
}

/** Each probed slot costs one more run of the formula, so formulas with more slots are not probed. */
const probedMax = 100

/**
 * Which of the slots that a formula reads its missed key depends on. A key that stands in a slot depends on
 * that slot. Any other is probed: errors pass through formulas, so that an error that is put into a slot
 * comes out as the key where the key depends on that slot.
 */
export function slotsBehind<N extends AnyNumber>(
  { keys }: LookupMiss<N>,
  /** Computes the formula again, and with it the LET names that the key may use. */
  run: (frame: Frame<N>) => unknown,
  frame: Frame<N>,
  slots: readonly number[],
): number[] {
  if (keys.every(({ slot }) => slots.includes(slot))) return keys.map(({ slot }) => slot)
  if (slots.length > probedMax) return []
  return slots.filter((slot) => {
    const mark = new FormulaError('#NULL!')
    const before = frame.slots[slot] ?? null
    frame.slots[slot] = mark
    run(frame)
    const isBehind = keys.some((key) => read(key, frame) === mark)
    frame.slots[slot] = before
    return isBehind
  })
}
