import { LRUCache } from 'lru-cache'
import type { Page } from './find-page.ts'

/** A cache of pages; those unused longest leave first. */
export interface RememberedPages {
  /** Callers that ask at once share one search. */
  get(key: string, find: () => Promise<Page>): Promise<Page>
}

export function rememberPages(lettersMax: number): RememberedPages {
  const pages = new LRUCache<string, Page>({
    maxSize: lettersMax,
    sizeCalculation: (page, key) => key.length + page.json.length,
  })
  const searches = new Map<string, Promise<Page>>()

  async function search(key: string, find: () => Promise<Page>): Promise<Page> {
    try {
      const page = await find()
      pages.set(key, page)
      return page
    } finally {
      searches.delete(key)
    }
  }

  return {
    async get(key, find) {
      const known = pages.get(key)
      if (known !== undefined) return known
      let searching = searches.get(key)
      if (searching === undefined) {
        searching = search(key, find)
        searches.set(key, searching)
      }
      return searching
    },
  }
}
