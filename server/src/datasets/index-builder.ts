import type pg from 'pg'
import {
  type Database,
  announceChange,
  endSession,
  openSession,
  queryableOn,
} from '../database/index.ts'
import type { StoredContent } from './dataset-store.ts'
import {
  createIndex,
  createTrigrams,
  dropIndex,
  indexName,
  insertIndex,
  selectIndexState,
  whileLocked,
} from './index-store.ts'
import {
  type IndexShape,
  combinationsMax,
  definitionOf,
  indexedItemsMin,
  isCombination,
  readShape,
} from './item-index.ts'

/** Builds an index when a request could first use it, one at a time, without blocking readers. */
export interface IndexBuilder {
  /** Returns at once. The request goes on without the index; later ones will have it. */
  readonly want: (content: StoredContent, shapes: readonly IndexShape[]) => void
  /** Builds these before all waiting ones, and resolves when they exist or have failed. */
  readonly build: (content: StoredContent, shapes: readonly IndexShape[]) => Promise<void>
  /** Resolves when nothing is being built. */
  readonly idle: () => Promise<void>
  close(): Promise<void>
}

interface BuildTask {
  readonly content: StoredContent
  readonly shape: IndexShape
  readonly definition: string
  readonly done: PromiseWithResolvers<void>
}

const waitingMax = 100
/** The largest table takes minutes, and another process may be building before us. */
const settings = { name: 'bindery indexes', statementTimeoutMs: 1_800_000 }
const shapesSeenMax = 1_000

export function createIndexBuilder(db: Database, onError: (error: unknown) => void): IndexBuilder {
  /** Requested builds, by the name of the index; a failed one is not tried again here. */
  const asked = new Map<string, Promise<void>>()
  /** The shapes seen so far: most requests need no new index. */
  const seen = new WeakMap<StoredContent, Set<string>>()
  /** The combinations among them, with their content. */
  const combinations = new Map<string, number>()
  const waiting: BuildTask[] = []
  let working: Promise<void> | null = null
  let client: pg.Client | null = null
  let closed = false

  async function work(): Promise<void> {
    try {
      client = await openSession(db.connection, settings, onError)
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
        await build(client, task).catch(report)
        task.done.resolve()
      }
    } catch (error) {
      report(error)
      forget()
    } finally {
      if (client !== null) await endSession(client)
      client = null
    }
    // More tasks may have come while the connection was being closed.
    if (waiting.length > 0) return work()
    working = null
  }

  function forget(): void {
    for (const { done } of waiting.splice(0)) done.resolve()
  }

  /** The shape, or without its carried columns, or null: the number of combinations is limited. */
  function withinLimits(content: StoredContent, wanted: IndexShape): IndexShape | null {
    if (!isCombination(wanted)) return wanted
    const there = content.indexes.map(readShape).filter(isCombination)
    const names = new Set(there.map((one) => indexName(content, definitionOf(content.layout, one))))
    for (const [name, id] of combinations) if (id === content.id) names.add(name)
    if (names.size < combinationsMax) return wanted
    const plain = { ...wanted, carried: [] }
    return isCombination(plain) ? null : plain
  }

  /** Null where too many builds wait already. */
  function addOnce(
    content: StoredContent,
    shape: IndexShape,
    add: 'push' | 'unshift',
  ): Promise<void> | null {
    const definition = definitionOf(content.layout, shape)
    const name = indexName(content, definition)
    const known = asked.get(name)
    if (known !== undefined) return known
    if (waiting.length >= waitingMax) return null
    const done = Promise.withResolvers<void>()
    asked.set(name, done.promise)
    waiting[add]({ content, shape, definition, done })
    return done.promise
  }

  function report(error: unknown): void {
    if (!closed) onError(error)
  }

  return {
    want(content, shapes) {
      if (closed || content.items < indexedItemsMin) return
      const known = seen.get(content) ?? new Set()
      seen.set(content, known)
      for (const wanted of shapes) {
        const written = JSON.stringify(wanted)
        if (known.has(written) || waiting.length >= waitingMax) continue
        if (known.size < shapesSeenMax) known.add(written)
        const shape = withinLimits(content, wanted)
        if (shape === null) continue
        if (isCombination(shape))
          combinations.set(indexName(content, definitionOf(content.layout, shape)), content.id)
        void addOnce(content, shape, 'push')
      }
      if (waiting.length > 0) working ??= work()
    },
    async build(content, shapes) {
      if (closed) return
      const builds = shapes.flatMap((shape) => addOnce(content, shape, 'unshift') ?? [])
      if (waiting.length > 0) working ??= work()
      await Promise.all(builds)
    },
    idle: async () => working ?? undefined,
    async close() {
      closed = true
      forget()
      // An unfinished build starts again next time.
      if (client !== null) await endSession(client)
      await working
    },
  }
}

/** Only one process builds; the unfinished index of a killed one is dropped first. */
async function build(client: pg.Client, { content, shape, definition }: BuildTask): Promise<void> {
  const session = queryableOn(client)
  await whileLocked(session, content.id, async () => {
    const found = await selectIndexState(session, content, definition)
    if (!found.isThere) return // A newer import has replaced the content.
    if (!found.isWhole) {
      if (shape.kind === 'holds') await createTrigrams(session)
      await dropIndex(session, content, definition)
      await createIndex(session, content, definition)
    }
    await insertIndex(session, content.id, JSON.stringify(shape))
    await announceChange(session, 'datasets')
  })
}
