import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { advanceAll } from '@bindery/server/test/builders/clock.ts'
import {
  lettersAloneCount,
  publishProved,
  soldForJune,
} from '@bindery/server/test/builders/proved-notices.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ServedPlatform, servedPlatform } from './support/served-platform.ts'

let served: ServedPlatform
beforeAll(async () => {
  served = await servedPlatform({ leavesDocuments: true })
  await publishProved(served.platform, lettersAloneCount)
})
afterAll(() => served.close())

it('a notice is fetched, posted, comes back, is posted again and arrives', async () => {
  const { cli, platform } = served
  const { id, clock } = await soldForJune(platform, 'robin@example.com')
  await advanceAll(platform, clock, '2031-07-21T10:00:00Z')
  const listed = await cli.run(['letters', 'list'])
  expect(listed.stdout).toMatch(new RegExp(`waiting +${id} +ltr_`))
  const waiting = await cli.run(['dunning', 'list'])
  expect(waiting.stdout).toMatch(new RegExp(`${id} +open +notice_sent .* waits for proof +dnc_`))
  const letter = /ltr_\w+/.exec(listed.stdout)?.[0] ?? ''
  const record = (...words: string[]) => cli.run(['letters', ...words])
  await platform.runDue(['make_documents'])
  const file = join(cli.folder, 'letter.pdf')
  const fetched = await record('fetch', letter, '--out', file)
  expect([fetched.code, fetched.stdout]).toEqual([0, expect.stringContaining('letter.pdf')])
  expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
  const early = await record('returned', letter, '--date', '2031-07-21')
  expect([early.code, early.stderr]).toEqual([1, expect.stringContaining('is waiting')])
  const day = ['--date', '2031-07-21']
  expect((await record('sent', letter, ...day)).stdout).toContain('was posted on 2031-07-21')
  expect((await record('returned', letter, ...day)).stdout).toContain('came back on 2031-07-21')
  await record('sent', letter, ...day)
  const arrived = await record('delivered', letter, ...day, '--evidence', 'RR123456785DE')
  expect(arrived.stdout).toContain('arrived on 2031-07-21')
  const done = await record('list', '--state', 'delivered', '--policy', id)
  expect(done.stdout).toMatch(new RegExp(`delivered +2031-07-21 +${id} +${letter}`))
  const nobodys = await record('sent', 'ltr_01b0acc58e20e4a80c73f1d925b6', ...day)
  expect([nobodys.code, nobodys.stderr]).toEqual([
    1,
    expect.stringContaining('bindery letters list'),
  ])
})
