import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type DocumentedErrors, withErrorList } from '../../tools/list-errors.ts'
import { documented } from './documented.ts'

const guide = readFileSync(new URL('../../../docs/guides/errors.md', import.meta.url), 'utf8')
const document = documented as unknown as DocumentedErrors // Both are parts of openapi.json.

it('the guide to errors has every code: if not, run `npm run errors-guide`', async () => {
  expect(guide).toBe(await withErrorList(guide, document))
  const { enum: codes = [] } = documented.components['schemas']?.['ErrorCode'] ?? {}
  const listed = [...guide.matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name)
  for (const code of codes as string[]) expect(listed).toContain(code)
})

it('tells what a call is refused for, and what any call may be refused for', () => {
  expect(guide).toMatch(/^\| `expired_quote_token` \| [^|]+ \| `createOffer`/m)
  expect(guide).toMatch(/^\| `route_not_found` \| [^|]+ \| any call \|$/m)
})
