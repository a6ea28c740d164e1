import { readFileSync } from 'node:fs'
import { workbookLimits } from '@bindery/spreadsheet'
import { expect, it } from 'vitest'
import { readWorkbook } from './read-workbook.ts'

const household = readFileSync(
  new URL('../../../../spreadsheet/src/xlsx/fixtures/household-libreoffice.xlsx', import.meta.url),
)

it('reads a workbook and leaves the bytes to the caller', () => {
  const copy = Buffer.from(household)
  expect(readWorkbook(copy).ok).toBe(true)
  expect(copy.equals(household)).toBe(true)
})

it('refuses what is too large before it is opened', () => {
  const result = readWorkbook(household, { ...workbookLimits, fileBytesMax: 100 })
  expect(result).toMatchObject({ ok: false, problems: [{ place: '' }] })
})
