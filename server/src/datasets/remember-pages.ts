import type { Page } from './find-page.ts'

/** Pages that were found once, as many as fit; those unused longest leave first. */
export interface RememberedPages {
  /** Callers that ask at once share one search. */
  get(key: string, find: () => Promise<Page>): Promise<Page>
}

interface Entry {
  readonly page: Promise<Page>
  letters: number
}

export function rememberPages(lettersMax: number): RememberedPages {
  const entries = new Map<string, Entry>()
  let letters = 0

  function forget(key: string, entry: Entry): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    letters -= entry.letters
  }

  function measure(key: string, entry: Entry, page: Page): void {
    if (entries.get(key) !== entry) return
    entry.letters = key.length + page.json.length
    letters += entry.letters
    for (const [oldest, old] of entries) {
      if (letters <= lettersMax) break
      forget(oldest, old)
    }
  }

  return {
    get(key, find) {
      const known = entries.get(key)
      const entry = known ?? { page: find(), letters: 0 }
      entries.delete(key)
      entries.set(key, entry)
      if (known === undefined) {
        entry.page.then(
          (page) => measure(key, entry, page),
          () => forget(key, entry), // Whoever asked hears of the failure.
        )
      }
      return entry.page
    },
  }
}
