import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { ParsedProduct } from '../product-definition.ts'
import { checkDemo } from './check-demo.ts'
import { describeReport, givenProduct } from './given-product.ts'
import { parseDatasetItems } from './dataset-items.ts'
import { parseProductFiles } from './parse-product-files.ts'
import { readProductFolder } from './read-product-folder.ts'
import { runProductTests } from './run-product-tests.ts'

const examples = fileURLToPath(new URL('../../../../examples/', import.meta.url))
const keys = (await readdir(examples)).toSorted()

/** A product as the demo pushes it: after the folders whose names come before its own. */
async function givenExample(key: string) {
  const pushedBefore: ParsedProduct[] = []
  for (const earlier of keys.slice(0, keys.indexOf(key))) {
    const parsed = parseProductFiles(await readProductFolder(examples + earlier))
    if (parsed.ok) pushedBefore.push(parsed.product)
  }
  return givenProduct(await readProductFolder(examples + key), pushedBefore)
}

describe.each(keys)('the example %s', (key) => {
  // The cases must hold on any day, so they are run on awkward ones.
  test.each(['2026-03-01', '2028-02-29', '2031-12-31'])('passes its cases on %s', async (day) => {
    const { product, compiled } = await givenExample(key)
    const today = Temporal.PlainDate.from(day)
    const reports = await runProductTests(product, compiled, today)
    expect(reports).not.toHaveLength(0)
    expect(reports.filter((report) => !report.ok).map(describeReport)).toEqual([])
    expect(await checkDemo(product, compiled, today)).toEqual([])
    expect(compiled.warnings).toEqual([])
  })

  test('has its folder’s name for a key, and a demo', async () => {
    const { product } = await givenExample(key)
    expect(product.definition.key).toBe(key)
    expect(product.demo).not.toBeNull()
  })
})

test('the cyber example brings 500 companies, all of industries that the tariff knows', async () => {
  const files = await readProductFolder(`${examples}cyber`)
  const { product } = await givenProduct(files)
  const companies = product.definition.datasets.find(({ key }) => key === 'companies')
  if (companies === undefined) throw new Error('the dataset companies is missing')
  const result = parseDatasetItems(companies, files.get(companies.file) ?? new Uint8Array())
  if (!result.ok) throw new Error('the companies cannot be read')
  const tariff = await readProductFolder(`${examples}cyber-formula`)
  const rates = Buffer.from(tariff.get('tables/rates.csv') ?? []).toString()
  expect(result.items).toHaveLength(500)
  for (const { values } of result.items) {
    const industry = values['industry_code']
    expect(rates).toContain(`\n${typeof industry === 'string' ? industry : 'unknown'}|`)
  }
})
