import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

/**
 * Who may count rows: jobs and imports, over what they have just read or written, statements over
 * the rows that they write, the metrics, up to a limit, and code that is about to price a whole portfolio. Whatever
 * answers a list counts nothing, because that takes the longer the larger the portfolio is.
 */
const counting = [
  'database/id-chunk.ts',
  'database/combine-statements.ts',
  'datasets/content-store.ts',
  'datasets/merge-store.ts',
  'deadlines/survey-store.ts',
  'events/feed-survey-store.ts',
  'events/order-store.ts',
  'impacts/impact-store.ts',
  'jobs/queue-store.ts',
  'quotes/quote-search-store.ts',
  'request-log/request-log-store.ts',
  'webhooks/delivery-survey-store.ts',
]

it('counts rows in no statement but those of jobs and imports', () => {
  const root = new URL('../../src/', import.meta.url)
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) =>
      /\bcount\s*\(\s*(\*|distinct|\w+\.?\w*\s*\)\s*(as|over|filter|from))/i.test(
        readFileSync(new URL(path, root), 'utf8'),
      ),
    )
  expect(found.filter((path) => !counting.includes(path))).toEqual([])
})
