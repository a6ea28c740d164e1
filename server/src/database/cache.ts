/** A bounded cache: the entry unused longest leaves first, and none outlives its time limit. */
export interface Cache<Key, Value> {
  /** The cached value, or the one that `load` brings. Callers that ask at once share one load. */
  get(key: Key, load: () => Promise<Value>): Promise<Value> | Value
  clear(): void
}

interface Entry<Value> {
  value: Value | undefined
  loading: Promise<Value> | undefined
  freshUntilMs: number
}

export function createCache<Key, Value>(options: {
  readonly entriesMax: number
  /** Infinity for what never changes. */
  readonly freshMs: number
}): Cache<Key, Value> {
  let entries = new Map<Key, Entry<Value>>()

  async function fill(key: Key, entry: Entry<Value>, load: () => Promise<Value>): Promise<Value> {
    try {
      entry.value = await load()
      entry.freshUntilMs = performance.now() + options.freshMs
      return entry.value
    } catch (error) {
      if (entries.get(key) === entry) entries.delete(key)
      throw error
    } finally {
      entry.loading = undefined
    }
  }

  return {
    get(key, load) {
      const known = entries.get(key)
      if (known?.loading !== undefined) return known.loading
      if (known?.value !== undefined && performance.now() < known.freshUntilMs) {
        entries.delete(key)
        entries.set(key, known)
        return known.value
      }
      const entry: Entry<Value> = { value: undefined, loading: undefined, freshUntilMs: 0 }
      entries.delete(key)
      entries.set(key, entry)
      if (entries.size > options.entriesMax) {
        const oldest = entries.keys().next()
        if (!oldest.done) entries.delete(oldest.value)
      }
      entry.loading = fill(key, entry, load)
      return entry.loading
    },
    // A new map, so that a load under way cannot put back what was just announced as stale.
    clear: () => void (entries = new Map()),
  }
}
