import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestPlatform, openTestPlatform } from '../test/support/platform.ts'
import { sql } from './database/index.ts'
import { createLog } from './log.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

it('a row that the database refuses is not quoted in the log', async () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line) => void lines.push(line) })
  const refused = platform.db.query(sql`
    insert into accounts (id, kind, key, name, created_at)
    values ('acc_x', 'nobody', 'x', 'Ada Lang', now())`)
  await refused.catch((error: unknown) => {
    expect(error).toMatchObject({ detail: expect.stringContaining('Ada Lang') })
    const all = new AggregateError([error], 'two things failed')
    log.error({ err: error }, 'a request failed')
    log.error({ err: all }, 'duties failed')
  })
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain('Ada Lang')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    err: { code: '23514', table: 'accounts', constraint: 'accounts_kind_check' },
  })
})
