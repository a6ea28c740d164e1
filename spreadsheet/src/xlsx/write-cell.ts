import type { CellValue } from '../workbook.ts'
import { escapeText } from './text.ts'

export interface CellTag {
  /** The prefix that the sheet puts before its tags, such as `x:`; mostly none. */
  readonly prefix: string
  /** The attributes to keep, as written: address, style and the like. */
  readonly attributes: string
}

/** A cell with a formula as it stands in the sheet, or none, and a value. */
export function writeCell(
  { prefix, attributes }: CellTag,
  formula: string | null,
  value: CellValue,
): string {
  const { type, content } = contentOf(value, formula !== null, prefix)
  const kind = type === null ? '' : ` t="${type}"`
  const body = (formula ?? '') + content
  return body === ''
    ? `<${prefix}c${attributes}/>`
    : `<${prefix}c${attributes}${kind}>${body}</${prefix}c>`
}

function contentOf(value: CellValue, isComputed: boolean, prefix: string) {
  const plain = (text: string) => `<${prefix}v>${text}</${prefix}v>`
  if (value === null) return { type: null, content: '' }
  switch (typeof value) {
    case 'number':
      return { type: null, content: plain(String(value)) }
    case 'boolean':
      return { type: 'b', content: plain(value ? '1' : '0') }
    case 'string':
      return isComputed
        ? { type: 'str', content: plain(escapeText(value)) }
        : {
            type: 'inlineStr',
            content: `<${prefix}is><${prefix}t xml:space="preserve">${escapeText(value)}</${prefix}t></${prefix}is>`,
          }
    default:
      return { type: 'e', content: plain(value.error) }
  }
}
