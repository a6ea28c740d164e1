import type { Cell } from '@bindery/spreadsheet'
import type { PlainValue } from './constraint.ts'

/** A value that an integration may give. */
export interface ProposedVariable {
  readonly name: string
  readonly validation: string
  readonly reason: string
  /** The value in the file; null if the file computes it or has none. */
  readonly value: PlainValue | null
}

export function proposeVariable(
  name: string,
  place: string,
  cell: Cell | undefined,
): ProposedVariable {
  const value = cell === undefined || typeof cell.value === 'object' ? null : cell.value
  if (cell?.formula != null) {
    const reason = `Not required: ${place} computes it where the integration gives none.`
    return { name, validation: typeRule(value), reason, value: null }
  }
  if (value === null || value === '') {
    return { name, validation: '', reason: `Not required: ${place} is blank.`, value: null }
  }
  const reason = `${typeRule(value)}: what stands in ${place}.`
  return { name, validation: `${typeRule(value)}|required`, reason, value }
}

function typeRule(value: PlainValue | null): string {
  if (typeof value === 'number') return 'numeric'
  return value === null ? '' : typeof value
}
