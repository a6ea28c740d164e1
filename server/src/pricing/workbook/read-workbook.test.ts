import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readWorkbook } from './read-workbook.ts'
import { readWorkbookAtOnce } from './read-workbook-at-once.ts'
import { buildXlsx } from './testing/build-xlsx.ts'

const file = new URL('./xlsx/fixtures/household-libreoffice.xlsx', import.meta.url)
const household = readFileSync(file)

describe('reading a workbook on its own thread', () => {
  it('gives what reading it at once gives, for many at a time', async () => {
    const expected = readWorkbookAtOnce(household)
    expect(expected.ok).toBe(true)
    const results = await Promise.all(Array.from({ length: 5 }, () => readWorkbook(household)))
    for (const result of results) expect(result).toEqual(expected)
  })

  it('leaves the bytes to the caller', async () => {
    const copy = Buffer.from(household)
    await readWorkbook(copy)
    expect(copy.equals(household)).toBe(true)
  })

  it('is given up after a time, and the next file is read all the same', async () => {
    const rows = Array.from(
      { length: 50_000 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`,
    )
    const large = buildXlsx({ sheets: { Calc: rows.join('') } })
    const slow = await readWorkbook(large, { limits: { readingMsMax: 1 } })
    expect(slow).toMatchObject({
      ok: false,
      problems: [
        { message: 'The workbook cannot be read: reading it took more than 0.001 seconds.' },
      ],
    })
    expect((await readWorkbook(household)).ok).toBe(true)
  })

  it('refuses what is too large without a thread', async () => {
    const result = await readWorkbook(household, { limits: { fileBytesMax: 100 } })
    expect(result).toMatchObject({ ok: false, problems: [{ place: '' }] })
  })

  it('does not keep a program running', () => {
    const program = `
      const { readWorkbook } = await import(${JSON.stringify(new URL('./read-workbook.ts', import.meta.url).href)})
      const { readFileSync } = await import('node:fs')
      console.log((await readWorkbook(readFileSync(${JSON.stringify(fileURLToPath(file))}))).ok)`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 30_000,
    })
    expect(run.stderr).toBe('')
    expect(run.stdout).toBe('true\n')
    expect(run.status).toBe(0)
  })
})
