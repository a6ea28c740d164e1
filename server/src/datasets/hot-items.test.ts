import { describe, expect, it } from 'vitest'
import type { ChangeFeed } from '../database/index.ts'
import type { DatasetItemId } from '../kernel/index.ts'
import { keepHotItems } from './hot-items.ts'
import type { FoundItem } from './item-store.ts'

/** Hot items, and a way to announce a change. */
function opened() {
  let listener: () => void = () => undefined
  const feed: ChangeFeed = {
    announce: () => undefined,
    on: (_, one) => void (listener = one),
    caughtUp: async () => undefined,
    close: async () => undefined,
  }
  return { hot: keepHotItems(feed), announce: () => listener() }
}

const idOf = (at: number): DatasetItemId => `dai_${String(at).padStart(28, '0')}`

function itemOf(id: DatasetItemId, name = 'as it was'): FoundItem {
  const dataset = { id: 'dat_1', accountId: 'acc_1', key: 'parts', access: 'public' } as const
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
    await hot.find(null, [idOf(1), idOf(2)], load)
    const found = await hot.find(null, [idOf(2), idOf(3), idOf(1)], load)
    expect(asked).toEqual([idOf(1), idOf(2), idOf(3)])
    expect(found.map(({ id }) => id).sort()).toEqual([idOf(1), idOf(2), idOf(3)])
  })

  it('are forgotten when an import is announced', async () => {
    const { hot, announce } = opened()
    await hot.find(null, [idOf(1)], loader().load)
    announce()
    const [found] = await hot.find(null, [idOf(1)], loader('as it is').load)
    expect(found?.values).toEqual({ name: 'as it is' })
  })

  it('are not kept when an import is announced while they are being loaded', async () => {
    const { hot, announce } = opened()
    const [stale] = await hot.find(null, [idOf(1)], async (ids) => {
      announce()
      return ids.map((id) => itemOf(id))
    })
    expect(stale?.values).toEqual({ name: 'as it was' })
    const [found] = await hot.find(null, [idOf(1)], loader('as it is').load)
    expect(found?.values).toEqual({ name: 'as it is' })
  })

  it('are so many at most, however many are named; the oldest leave first', async () => {
    const { hot } = opened()
    const { asked, load } = loader()
    const ids = Array.from({ length: 20_001 }, (_, at) => idOf(at))
    await hot.find(null, ids, load)
    asked.length = 0
    await hot.find(null, ids.slice(1), load)
    expect(asked).toEqual([])
    await hot.find(null, ids.slice(0, 1), load)
    expect(asked).toEqual([idOf(0)])
  })

  it('are kept apart by the version that they are read on', async () => {
    const { hot } = opened()
    await hot.find(null, [idOf(1)], loader('live').load)
    const [draft] = await hot.find('prv_1', [idOf(1)], loader('draft').load)
    const [live] = await hot.find(null, [idOf(1)], loader('none').load)
    const [again] = await hot.find('prv_1', [idOf(1)], loader('none').load)
    expect([draft, live, again].map((item) => item?.values)).toEqual([
      { name: 'draft' },
      { name: 'live' },
      { name: 'draft' },
    ])
  })

  it('that are not there are asked for anew each time', async () => {
    const { hot } = opened()
    expect(await hot.find(null, [idOf(1)], async () => [])).toEqual([])
    expect(await hot.find(null, [idOf(1)], loader().load)).toHaveLength(1)
  })
})
