import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selectAccountByKey } from '../../src/identity/index.ts'
import { type TestPlatform, openTestPlatform } from '../support/platform.ts'
import type { SmallMemoryTask } from './import-in-small-memory.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const heapMb = 32
const timeoutMs = 240_000

it(
  'a hundred thousand items are imported in a memory that could not hold them',
  async () => {
    const insurer = await selectAccountByKey(platform.db, 'demo-insurance')
    if (insurer === undefined) throw new Error('the demo has an insurer')
    const { host, port, user, password, database } = platform.db.connection
    const task: SmallMemoryTask = {
      connection: { host, port, user, password, database },
      accountId: insurer.id,
      count: 100_000,
    }
    const script = fileURLToPath(new URL('import-in-small-memory.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [
      `--max-old-space-size=${heapMb}`,
      script,
      JSON.stringify(task),
    ])
    expect(JSON.parse(stdout)).toEqual({
      items: 100_000,
      fields: ['text', 'text', 'text', 'number'],
    })
  },
  timeoutMs,
)
