import type { Queryable } from '../database/index.ts'
import { tableOf } from './content.ts'
import { unnamed } from './content-store.ts'

/** What an import did to the items of its dataset. */
export interface ItemChanges {
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly kept: number
}

export const allNew = (items: number): ItemChanges => {
  return { added: items, changed: 0, removed: 0, kept: 0 }
}

export const unchanged = (items: number): ItemChanges => {
  return { added: 0, changed: 0, removed: 0, kept: items }
}

/** Counts items by key. The texts are compared first: only what is written differently is parsed. */
export async function countChanges(
  tx: Queryable,
  oldId: number,
  newId: number,
): Promise<ItemChanges> {
  const rows = await tx.query<ItemChanges>(
    unnamed(
      `select count(*) filter (where old.key is null)::integer as added,
         count(*) filter (where both_there and differ)::integer as changed,
         count(*) filter (where new.key is null)::integer as removed,
         count(*) filter (where both_there and not differ)::integer as kept
       from ${tableOf(oldId)} as old full join ${tableOf(newId)} as new on new.key = old.key
       cross join lateral (select old.key is not null and new.key is not null as both_there,
         ${differs('item_values')} or ${differs('translations')} as differ) as compared`,
    ),
  )
  const [row] = rows
  if (row === undefined) throw new Error('a count returns its row')
  return row
}

/** Whether `old` and `new` say different things in a column. */
export function differs(column: string): string {
  return `case when old.${column}::text = new.${column}::text then false
    else jsonb_strip_nulls(old.${column}::jsonb) is distinct from
      jsonb_strip_nulls(new.${column}::jsonb) end`
}
