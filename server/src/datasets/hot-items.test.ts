import { describe, expect, it } from 'vitest'
import type { ChangeFeed, Database } from '../database/index.ts'
import type { DatasetItemId } from '../kernel/index.ts'
import type { FoundItem } from './dataset-store.ts'
import { hotItemsOf, keepHotItems } from './hot-items.ts'

/** Hot items of a database that is never asked itself, and a way to announce a change. */
function opened() {
  const db = {} as Database // It only stands for itself: what is loaded comes from the caller.
  let listener: () => void = () => undefined
  const feed: ChangeFeed = { on: (_, one) => void (listener = one), close: async () => undefined }
  keepHotItems(db, feed)
  const hot = hotItemsOf(db)
  if (hot === undefined) throw new Error('they are kept from now on')
  return { hot, announce: () => listener() }
}

const idOf = (at: number): DatasetItemId => `dai_${String(at).padStart(28, '0')}`

function itemOf(id: DatasetItemId, name = 'as it was'): FoundItem {
  const dataset = { id: 'dat_1', accountId: 'acc_1', access: 'public' } as const
  return {
    id,
    dataset: { ...dataset, languages: ['en'], fields: [] },
    values: { name },
    translations: {},
  }
}

/** Loads items, and notes which. */
function loader(name?: string) {
  const asked: DatasetItemId[] = []
  const load = async (ids: readonly DatasetItemId[]) => {
    asked.push(...ids)
    return ids.map((id) => itemOf(id, name))
  }
  return { asked, load }
}

describe('items that quotes name again and again', () => {
  it('are loaded once, and only those that are missing', async () => {
    const { hot } = opened()
    const { asked, load } = loader()
    await hot.find([idOf(1), idOf(2)], load)
    const found = await hot.find([idOf(2), idOf(3), idOf(1)], load)
    expect(asked).toEqual([idOf(1), idOf(2), idOf(3)])
    expect(found.map(({ id }) => id).sort()).toEqual([idOf(1), idOf(2), idOf(3)])
  })

  it('are forgotten when an import is announced', async () => {
    const { hot, announce } = opened()
    await hot.find([idOf(1)], loader().load)
    announce()
    const [found] = await hot.find([idOf(1)], loader('as it is').load)
    expect(found?.values).toEqual({ name: 'as it is' })
  })

  it('are not kept when an import is announced while they are being loaded', async () => {
    const { hot, announce } = opened()
    const [stale] = await hot.find([idOf(1)], async (ids) => {
      announce()
      return ids.map((id) => itemOf(id))
    })
    expect(stale?.values).toEqual({ name: 'as it was' })
    const [found] = await hot.find([idOf(1)], loader('as it is').load)
    expect(found?.values).toEqual({ name: 'as it is' })
  })

  it('are so many at most, however many are named; the oldest leave first', async () => {
    const { hot } = opened()
    const { asked, load } = loader()
    const ids = Array.from({ length: 20_001 }, (_, at) => idOf(at))
    await hot.find(ids, load)
    asked.length = 0
    await hot.find(ids.slice(1), load)
    expect(asked).toEqual([])
    await hot.find(ids.slice(0, 1), load)
    expect(asked).toEqual([idOf(0)])
  })

  it('that are not there are asked for anew each time', async () => {
    const { hot } = opened()
    expect(await hot.find([idOf(1)], async () => [])).toEqual([])
    expect(await hot.find([idOf(1)], loader().load)).toHaveLength(1)
  })
})
