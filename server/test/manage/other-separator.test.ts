import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readProductFolder } from '../../src/products/index.ts'
import { isDocument, leaveOut } from '../builders/folder.ts'
import { importerOn } from '../builders/importer.ts'
import { type Manager, encodeFiles, managerOn } from '../builders/manager.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

const examples = fileURLToPath(new URL('../../../examples/', import.meta.url))
const message = 'The columns are separated by semicolons, so the file has only one column.'

let platform: TestPlatform
let manager: Manager
beforeAll(async () => {
  platform = await openTestPlatform()
  manager = managerOn(platform)
})
afterAll(() => platform.close())

/** A file as a spreadsheet program of many countries saves it. */
async function withSemicolons(product: string, path: string) {
  const files = new Map(await readProductFolder(`${examples}${product}`))
  leaveOut(files, isDocument)
  const text = Buffer.from(files.get(path) ?? '').toString()
  files.set(path, Buffer.from(text.replaceAll(',', ';')))
  return { files: encodeFiles(files) }
}

describe('a CSV file with semicolons is reported as one', () => {
  it.each([
    ['bike', 'tables/cantons.csv', 'row 1'],
    ['cyber', 'datasets/companies.csv', 'line 1'],
  ])('in the folder %s, %s', async (product, file, place) => {
    const answer = await manager.post(
      '/manage/products/validate',
      await withSemicolons(product, file),
    )
    const { problems } = answer.json<{ problems: { file: string }[] }>()
    // A table that two items price with is reported for each of them.
    const ofFile = problems.filter((one) => one.file === file)
    expect(ofFile.length).toBeGreaterThan(0)
    for (const problem of ofFile) {
      expect(problem).toEqual({ file, place, message, fix: expect.stringContaining('commas') })
    }
  })

  it('when it is imported', async () => {
    const answer = await importerOn(platform).csv('towns', 'code;name\n8000;Zürich\n', {
      key_field: 'code',
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ problems: [{ place: 'line 1', message }] })
  })
})

describe('a plan', () => {
  it('shows how many rows of a dataset change, and the first of them', async () => {
    const files = new Map(await readProductFolder(`${examples}cyber`))
    const path = 'datasets/companies.csv'
    const [header = '', first = '', second = '', ...rest] = Buffer.from(files.get(path) ?? '')
      .toString()
      .split('\n')
    const keyOf = (row: string) => row.split(',')[0] ?? ''
    const renamed = first.replace(/,[^,]+/, ',Renamed AG')
    const added = second.replace(keyOf(second), 'C-9999')
    files.set(path, Buffer.from([header, renamed, added, ...rest].join('\n')))
    const planned = await manager.post('/manage/products/plan', { files: encodeFiles(files) })
    const { differences } = planned.json<{ differences: { place: string; after: unknown }[] }>()
    expect(differences.find(({ place }) => place === 'companies rows')?.after).toEqual({
      rows: 500,
      added: 1,
      changed: 1,
      removed: 1,
      first: [
        { change: 'changed', key: keyOf(first) },
        { change: 'added', key: 'C-9999' },
        { change: 'removed', key: keyOf(second) },
      ],
    })
  })
})
