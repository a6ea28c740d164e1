import type { Rounding } from '../decimal/index.ts'
import { closeness, wholeMeant } from './approximate.ts'

/** Powers of ten beyond this are no longer exact in a double. */
const exactPowerMax = 22
/** From here on a double has no digits after the point. */
const wholeFrom = 2 ** 52

const powersOfTen = Array.from({ length: exactPowerMax + 1 }, (_, power) => Number(`1e${power}`))

/**
 * Rounds the number that a double stands for: 1.005 lies a little below its digits, and is still
 * rounded to 1.01. Scaling and dividing by exact powers of ten gives the double nearest to the
 * decimal result.
 */
export function roundDouble(value: number, digits: number, rounding: Rounding): number {
  if (digits >= 0) {
    if (Number.isInteger(value) || digits > exactPowerMax) return value
    const unit = powersOfTen[digits] ?? 1
    const scaled = value * unit
    return Math.abs(scaled) >= wholeFrom ? value : roundWhole(scaled, rounding) / unit
  }
  const unit = powersOfTen[-digits] ?? 10 ** -digits
  return roundWhole(value / unit, rounding) * unit
}

/** The whole number next to a double in the given rounding. */
export function roundWhole(value: number, rounding: Rounding): number {
  const meant = wholeMeant(value)
  if (meant !== null) return meant + 0
  if (value < 0) return 0 - roundUpright(-value, mirrored[rounding])
  return roundUpright(value, rounding)
}

const mirrored: Record<Rounding, Rounding> = {
  half_away: 'half_away',
  away: 'away',
  toward: 'toward',
  floor: 'ceiling',
  ceiling: 'floor',
}

function roundUpright(value: number, rounding: Rounding): number {
  const below = Math.floor(value)
  if (rounding === 'toward' || rounding === 'floor') return below
  if (rounding !== 'half_away') return below + 1
  return value - below >= 0.5 - value * closeness ? below + 1 : below
}
