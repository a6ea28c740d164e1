import { compareWorkbooks as compareCells } from '../../pricing/index.ts'
import type { ProductFiles } from '../product-definition.ts'
import type { Difference } from './difference.ts'

const workbookFile = /(^|\/)pricing\.xlsx$/

/** By file: what differs in the workbooks that both have, of all that a price needs. */
export function compareWorkbooks(
  before: ProductFiles | null,
  after: ProductFiles,
): ReadonlyMap<string, readonly Difference[]> {
  const paths = [...after.keys()].filter((path) => workbookFile.test(path))
  const byPath = new Map<string, readonly Difference[]>()
  for (const path of paths) {
    const [old, now] = [before?.get(path), after.get(path)]
    if (old === undefined || now === undefined || Buffer.from(old).equals(now)) continue
    const cells = compareCells(old, now)
    // A workbook that cannot be read is compared as a file.
    if (cells === null) continue
    const prefix = paths.length === 1 ? '' : `${path} `
    const differences = cells.map((one): Difference => ({
      ...one,
      area: 'workbook',
      place: `${prefix}${one.place}`,
    }))
    byPath.set(path, differences.length === 0 ? [savedAnew(path)] : differences)
  }
  return byPath
}

function savedAnew(place: string): Difference {
  const about = 'saved anew: nothing that a price needs differs'
  return { area: 'workbook', change: 'changed', place, before: null, after: null, about }
}
