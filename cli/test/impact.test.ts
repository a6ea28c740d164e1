import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Impact } from '@bindery/sdk'
import { sql } from '@bindery/server/src/database/index.ts'
import {
  type BikeAnswers,
  bikeTariff,
  plainBikePrice,
} from '@bindery/server/test/builders/bike-tariff.ts'
import { exampleFolder } from '@bindery/server/test/builders/folder.ts'
import { soldBikes } from '@bindery/server/test/builders/impacts.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
let sold: readonly BikeAnswers[]
beforeAll(async () => {
  served = await servedPlatform()
  sold = [...(await soldBikes(served.platform, 12)).values()]
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

const dearerZone = { ...bikeTariff, zones: { ...bikeTariff.zones, A: 142 } }

/** What those bikes cost that have a price: a year later some are too old for any tariff. */
function premiumsOf(tariff: typeof bikeTariff, bikes: readonly BikeAnswers[]): number[] {
  return bikes.flatMap((answers) => {
    const price = plainBikePrice(tariff, answers)
    return price.outcome === 'priced' ? [price.premium] : []
  })
}

/** As the next term begins: the day after a year, and every bike is a year older. */
function aYearLater(answers: BikeAnswers): BikeAnswers {
  const start = Temporal.PlainDate.from(answers.start_date).add({ years: 1 })
  return { ...answers, start_date: start.toString() }
}

const run = (...words: readonly string[]) => served.cli.run(['impact', 'dearer', ...words])

/** While the jobs that it waits for are done, and no others. */
async function whileJobsRun<Result>(work: () => Promise<Result>): Promise<Result> {
  const at = { work: true }
  const working = work().finally(() => {
    at.work = false
  })
  while (at.work) {
    await served.platform.runDue(['run_impacts'])
    await sleep(50)
  }
  return working
}

const impact = (...words: readonly string[]) => whileJobsRun(() => run(...words))

/** Whatever was asked for last, until it is as expected. */
async function untilLast(state: string): Promise<void> {
  await vi.waitFor(async () => {
    const [last] = await served.platform.db.query<{ state: string }>(sql`
        select state from impacts order by id desc limit 1`)
    expect(last?.state).toBe(state)
  })
}

describe('the impact of a folder', () => {
  it('is stopped on the server too where somebody interrupts it', async () => {
    const started = served.cli.start(['impact', 'dearer'])
    await untilLast('queued')
    const code = await started.end()
    expect(await started.printed).toMatchObject({ status: 'stopped', result: null })
    expect(code).toBe(1)
    await untilLast('stopped')
  })

  it.runIf(process.platform === 'linux')('is stopped by Ctrl+C in a terminal', async () => {
    const terminal = served.cli.atTerminal(['impact', 'dearer'])
    await untilLast('queued')
    await terminal.shows('Pricing the portfolio: starting')
    terminal.press('\u0003')
    expect(await terminal.ended).toBe(1)
    await terminal.shows('The analysis was stopped.')
    await untilLast('stopped')
  })

  it('is printed with a histogram, and written as rows and as a page that stands alone', async () => {
    const files = ['--csv', 'rows.csv', '--html', 'impact.html']
    const ended = await impact('--by', 'canton', '--by', 'bike_price:100000,500000', ...files)
    expect(ended.stderr).toBe('')
    const shown = ended.stdout.replaceAll(/VELO-[A-Z0-9]{8}/g, 'VELO-********')
    await expect(shown).toMatchFileSnapshot('timetables/impact.txt')
    const rows = await readFile(join(served.cli.folder, 'rows.csv'), 'utf8')
    expect(rows.trim().split('\n')).toHaveLength(13)
    const page = await readFile(join(served.cli.folder, 'impact.html'), 'utf8')
    expect(page).toMatch(/^<!doctype html>/)
    expect(page.match(/<svg /g)?.length).toBeGreaterThan(3)
    expect(page).not.toMatch(/(src|href)=|https?:(?!\/\/www\.w3\.org)/)
  })

  it('is of a what-if, whose cases may fail and which is never what is published', async () => {
    const { cli } = served
    const folder = join(cli.folder, 'dearer')
    const wrong = '- { name: a free bike, input: {}, expect: { knockout: free } }\n'
    await mkdir(join(folder, 'tests'), { recursive: true })
    await writeFile(join(folder, 'tests/free.yaml'), wrong)
    const ended = await impact('--no-shares')
    await rm(join(folder, 'tests/free.yaml'))
    expect(ended.stdout).toContain('1 test case does not match the recorded prices.')
    expect(ended.stdout).toContain('bindery test dearer --accept')

    const [last] = await cli.json<{ product_version_id: string; id: string }[]>(['impacts'])
    const published = await cli.run(['publish', 'bike'])
    expect(published.stdout).toContain('is already live: nothing was changed.')
    const named = await cli.run(['publish', last?.product_version_id ?? ''])
    expect([named.code, named.stderr]).toEqual([1, expect.stringContaining('cannot be published')])
    const pulled = ['pull', 'bike', 'tried', '--version', last?.product_version_id ?? '']
    expect((await cli.run(pulled)).stdout).toContain('bike what-if prv_')

    const listed = await cli.run(['impacts', '--product', 'bike'])
    expect(listed.stdout).toMatch(/bike +in force +done +12 +\+[\d.]+ % +imp_/)
    const shown = await cli.run(['impacts', 'show', last?.id ?? ''])
    expect(ended.stdout).toContain(shown.stdout)
  })

  it('is asked for with words that can be fixed', async () => {
    const [unknown, both, low, three, nowhere] = await Promise.all([
      run('--by', 'kanton'),
      run('--quotes', '3', '--renewals', '2027-03-01..2027-03-31'),
      run('--by', 'bike_price:low'),
      run('--renewals', '2027-03-01..2027-03-31..2027-04-30'),
      run('--csv', 'nowhere/rows.csv'),
    ])
    expect(unknown.stderr).toContain('Did you mean canton?')
    expect(both.stderr).toContain('cannot be combined')
    expect(low.stderr).toContain('Write the lower bounds of the bands as numbers')
    expect(three.stderr).toContain('Write two days')
    expect(nowhere.stderr).toContain('nowhere/rows.csv cannot be written')
  })

  it('over quotes and over renewals is what a clerk works out, and taken apart', async () => {
    const days = ['--renewals', '2028-03-01..2028-04-01', '--json']
    const [quotes, renewals] = await whileJobsRun(() =>
      Promise.all([run('--quotes', '60', '--json'), run(...days)]),
    )
    const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
    for (const [ended, kind, bikes] of [
      [quotes, 'quotes', sold],
      [renewals, 'renewals', sold.map(aYearLater)],
    ] as const) {
      const analysis = JSON.parse(ended.stdout) as Impact
      const premiums = premiumsOf(bikeTariff, bikes)
      const [before, after] = [sum(premiums), sum(premiumsOf(dearerZone, bikes))]
      expect(analysis).toMatchObject({
        scope: { kind },
        result: {
          count: 12,
          priced: premiums.length,
          not_sold: 12 - premiums.length,
          premium_before: before,
          premium_after: after,
        },
      })
      const shares = analysis.result?.shares ?? []
      expect(sum(shares.map(({ premium }) => premium))).toBe(after - before)
      expect(shares[0]).toMatchObject({ cause: 'cell', place: 'step zone_factor' })
    }
  })
})
