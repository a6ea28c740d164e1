import { type AccountId, type Json, type JsonObject, isId, isJsonObject } from '../kernel/index.ts'
import type { ItemHome } from './item-store.ts'
import { stampOf } from './stamp.ts'

/** The moments in the ids of all whole items in the data. */
export function stampsIn(data: Json): Set<string> {
  const stamps = new Set<string>()
  const collect = (value: Json): void => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (isJsonObject(value)) {
      const { id } = value
      if (isId('dai', id)) stamps.add(stampOf(id))
      Object.values(value).forEach((member) => member !== undefined && collect(member))
    }
  }
  collect(data)
  return stamps
}

/**
 * The data, reduced for each item to what the account may see: all of its own datasets, the visible
 * fields of public ones, and the bare id for those locked to others.
 */
export function showItems(
  data: JsonObject,
  account: AccountId,
  homeOf: (stamp: string) => ItemHome | undefined,
): JsonObject {
  const show = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(show)
    if (!isJsonObject(value)) return value
    const { id } = value
    return isId('dai', id) ? showItem(value, homeOf(stampOf(id))) : showMembers(value)
  }
  const showMembers = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([name, member]) => [name, show(member)]))
  const showItem = (item: JsonObject, home: ItemHome | undefined): JsonObject => {
    if (home?.accountId === account) return item
    if (home?.access !== 'public') return { id: item['id'] ?? null }
    return Object.fromEntries(Object.entries(item).filter(([name]) => !home.hidden.has(name)))
  }
  return showMembers(data)
}
