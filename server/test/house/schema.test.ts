import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { describeSchema } from '../../tools/describe-schema.ts'
import { migrate } from '../../src/database/index.ts'
import { createEmptyDatabase } from '../support/database.ts'

const inServer = (path: string) => new URL(`../../${path}`, import.meta.url)

it('schema.sql says what the migrations lead to, and leads to the same itself', async () => {
  const written = await readFile(inServer('schema.sql'), 'utf8')
  const described = async (make: (client: Client) => Promise<unknown>) => {
    const database = await createEmptyDatabase()
    const client = new Client({ ...database.connection })
    await client.connect()
    try {
      await make(client)
      return await describeSchema(client)
    } finally {
      await client.end()
      await database.drop()
    }
  }
  const fix = 'Run npm run schema.'
  expect(await described((client) => migrate(client, inServer('migrations/'))), fix).toBe(written)
  expect(await described((client) => client.query(written))).toBe(written)
})
