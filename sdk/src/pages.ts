import type { Sent } from './read-answer.ts'

/** A page of a list and, where there are more, the query that asks for its neighbours. */
export interface Page<Row> {
  readonly rows: readonly Row[]
  readonly next: PageQuery | null
  readonly previous: PageQuery | null
}

/** Query parameters by name, to be sent like any others. */
export type PageQuery = Readonly<Record<string, string>>

/** A list that is fetched while you iterate: `for await (const row of list)`. */
export interface Pages<Row> extends AsyncIterable<Row> {
  /** One page, for manual paging. */
  readonly page: () => Promise<Page<Row>>
  /** Page after page. */
  readonly pages: () => AsyncIterable<Page<Row>>
}

/** `fetchPage` gets null for the first page, later the query that the Link header gave. */
export function pagesOf<Row>(fetchPage: (query: PageQuery | null) => Promise<Sent>): Pages<Row> {
  const read = async (query: PageQuery | null): Promise<Page<Row>> => {
    const { headers, body } = await fetchPage(query)
    // The operations that are given to this function all answer a list of their rows.
    return { rows: body as readonly Row[], ...readLinks(headers.get('link')) }
  }
  async function* pages(): AsyncGenerator<Page<Row>> {
    let query: PageQuery | null = null
    do {
      const page: Page<Row> = await read(query)
      yield page
      query = page.next
    } while (query !== null)
  }
  async function* rows(): AsyncGenerator<Row> {
    for await (const page of pages()) yield* page.rows
  }
  return { page: () => read(null), pages, [Symbol.asyncIterator]: rows }
}

/**
 * Only the query of a link is used. Its address is the public one of the server, which may differ from
 * `baseUrl`, and keys must be sent to `baseUrl` only.
 */
function readLinks(header: string | null): Pick<Page<never>, 'next' | 'previous'> {
  const links = new Map<string, PageQuery>()
  for (const [, target, relation] of (header ?? '').matchAll(/<([^>]*)>\s*;\s*rel="?(\w+)"?/g)) {
    if (target === undefined || relation === undefined) continue
    const { searchParams } = new URL(target, 'http://any.invalid')
    searchParams.delete('key')
    links.set(relation, Object.fromEntries(searchParams))
  }
  return { next: links.get('next') ?? null, previous: links.get('prev') ?? null }
}
