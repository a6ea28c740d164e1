import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openFolderWorkers, openFolderThreads } from '../../src/management/index.ts'
import { demoAccount } from '../builders/credentials.ts'
import { exampleFolder } from '../builders/folder.ts'
import { childrenOf } from '../support/embedded-process.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const endless = () => '#for i in range(1000000) { for j in range(1000000) { } }'

/** Works on a folder with a document that never ends, until the process that tries it out is there. */
async function workOnEndlessDocument(planMsMax?: number) {
  const before = new Set(await childrenOf(process.pid))
  const added = async () => (await childrenOf(process.pid)).filter((pid) => !before.has(pid))
  const threads = openFolderThreads()
  const folderWorkers = openFolderWorkers({
    ...platform,
    threads: {
      ...threads,
      take: (owner, work) =>
        threads.take(owner, ({ thread, renderer }) => {
          const run: typeof thread.run = (verb, value, options) =>
            thread.run(verb, value, {
              ...options,
              ...(verb === 'plan' && planMsMax !== undefined ? { msMax: planMsMax } : {}),
            })
          return work({ thread: { ...thread, run }, renderer })
        }),
    },
  })
  const insurer = await demoAccount(platform, 'demo-insurance')
  const files = await exampleFolder('bike', { 'documents/policy.de.typ': endless })
  const planned = folderWorkers
    .plan({ account: insurer, limits: null }, files)
    .catch((error: unknown) => error)
  await vi.waitFor(async () => expect(await added()).toHaveLength(1))
  return { threads, planned, added }
}

it('a folder that takes too long takes the process that tries its documents out with it', async () => {
  const { threads, planned, added } = await workOnEndlessDocument(3_000)
  expect(await planned).toMatchObject({
    problems: [{ message: expect.stringContaining('took more than 3 seconds') }],
  })
  // Not even as an entry in the table of processes that nobody clears away.
  expect(await added()).toEqual([])
  await threads.close()
})

it('so does a server that is stopped meanwhile', async () => {
  const { threads, planned, added } = await workOnEndlessDocument()
  await threads.close()
  expect(await planned).toMatchObject({ kind: 'temporarily_unavailable' })
  expect(await added()).toEqual([])
})

it('one that is stopped afterwards ends the process that waited for the next folder', async () => {
  const before = new Set(await childrenOf(process.pid))
  const added = async () => (await childrenOf(process.pid)).filter((pid) => !before.has(pid))
  const threads = openFolderThreads()
  const folderWorkers = openFolderWorkers({ ...platform, threads })
  const insurer = await demoAccount(platform, 'demo-insurance')
  const files = await exampleFolder('bike', { 'documents/offer.de.typ': (text) => `${text}\n` })
  expect(await folderWorkers.plan({ account: insurer, limits: null }, files)).toMatchObject({
    problems: [],
  })
  expect(await added()).toHaveLength(1)
  await threads.close()
  expect(await added()).toEqual([])
})
