import { expect, it } from 'vitest'
import { readSource } from './source.ts'

/** Where a token opens the sale for any caller. */
const byToken = ['server/src/http/documents/asset-link.ts']

it('finds a sale for a caller by the finder alone, which asks whether they may see it', () => {
  const others = readSource('server/src/http', 'server/src/management').filter(
    ({ path, isTest, imports }) =>
      !isTest && !byToken.includes(path) && imports.some(({ name }) => name === 'selectPolicy'),
  )
  expect(others.map(({ path }) => path)).toEqual([])
})
