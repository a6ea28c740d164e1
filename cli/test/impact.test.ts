import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exampleFolder } from '../../server/test/builders/folder.ts'
import { soldBikes } from '../../server/test/builders/impacts.ts'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform()
  await soldBikes(served.platform, 12)
  served.platform.clock.advance({ days: 40 })
  const dearer = await exampleFolder('bike', {
    'pricing.yaml': (text) => text.replace('"A", 1.35', '"A", 1.42'),
    'tests/city-bike.yaml': null,
  })
  for (const [path, content] of dearer) {
    const file = join(served.cli.folder, 'dearer', path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
})
afterAll(() => served.close())

/** Runs a command while the jobs that it waits for are done, and no others. */
async function impact(...words: readonly string[]) {
  const at = { work: true }
  const said = served.cli.run(['impact', 'dearer', ...words]).finally(() => {
    at.work = false
  })
  while (at.work) {
    await served.platform.workOff(['run_impacts'])
    await sleep(50)
  }
  return said
}

describe('the impact of a folder', () => {
  it('is printed with a histogram, and written as rows and as a page that stands alone', async () => {
    const files = ['--csv', 'rows.csv', '--html', 'impact.html']
    const said = await impact('--by', 'canton', '--by', 'bike_price:100000,500000', ...files)
    expect(said.stderr).toBe('')
    const told = said.stdout.replaceAll(/VELO-[A-Z0-9]{8}/g, 'VELO-********')
    await expect(told).toMatchFileSnapshot('timetables/impact.txt')
    const rows = await readFile(join(served.cli.folder, 'rows.csv'), 'utf8')
    expect(rows.trim().split('\n')).toHaveLength(13)
    const page = await readFile(join(served.cli.folder, 'impact.html'), 'utf8')
    expect(page).toMatch(/^<!doctype html>/)
    expect(page.match(/<svg /g)?.length).toBeGreaterThan(3)
    expect(page).not.toMatch(/(src|href)=|https?:(?!\/\/www\.w3\.org)/)
  })

  it('is asked for with words that can be mended', async () => {
    const unknown = await impact('--by', 'kanton')
    expect(unknown.stderr).toContain('Did you mean canton?')
    const both = await impact('--quotes', '3', '--renewals', '2027-03-01..2027-03-31')
    expect(both.stderr).toContain('one after the other')
    expect((await impact('--by', 'bike_price:low')).stderr).toContain('Bands begin with numbers')
  })

  it('over quotes and over renewals is told as such', async () => {
    const quotes = await impact('--quotes', '60', '--json')
    expect(JSON.parse(quotes.stdout)).toMatchObject({
      scope: { kind: 'quotes', days: 60 },
      result: { count: 12 },
    })
    const renewals = await impact('--renewals', '2028-03-01..2028-04-01', '--json')
    expect(JSON.parse(renewals.stdout)).toMatchObject({ result: { count: 12 } })
  })
})
