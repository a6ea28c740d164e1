import { LRUCache } from 'lru-cache'

/** A bounded cache: the entry unused longest leaves first, and none outlives its time limit. */
export interface Cache<Key, Value> {
  /** The cached value, or the loaded one. Callers that ask at once share one load. */
  get(key: Key, load: () => Promise<Value>): Promise<Value> | Value
  clear(): void
}

/** Reads the clock anew each time: the library would keep the one from when it was loaded. */
const steady = { now: () => performance.now() }

export function createCache<Key extends string, Value>(options: {
  readonly entriesMax: number
  /** Infinity for what never changes. */
  readonly freshMs: number
}): Cache<Key, Value> {
  const kept = new LRUCache<Key, { readonly value: Value }>({
    // By size, because `max` would allocate room for all entries at once.
    maxSize: options.entriesMax,
    sizeCalculation: () => 1,
    ...(options.freshMs === Infinity
      ? {}
      : { ttl: options.freshMs, ttlResolution: 0, perf: steady }),
  })
  let loads = new Map<Key, Promise<Value>>()

  async function fill(key: Key, load: () => Promise<Value>): Promise<Value> {
    const mine = loads
    try {
      const value = await load()
      // A value cleared meanwhile is stale, and a missing one may appear at any moment.
      if (mine === loads && value !== undefined) kept.set(key, { value })
      return value
    } finally {
      mine.delete(key)
    }
  }

  return {
    get(key, load) {
      const known = kept.get(key)
      if (known !== undefined) return known.value
      let loading = loads.get(key)
      if (loading === undefined) {
        loading = fill(key, load)
        loads.set(key, loading)
      }
      return loading
    },
    clear() {
      kept.clear()
      loads = new Map()
    },
  }
}
