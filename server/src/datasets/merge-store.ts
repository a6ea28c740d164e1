import { type Queryable, sql } from '../database/index.ts'
import { type Content, tableColumns, tableOf } from './content.ts'
import { unnamed } from './content-store.ts'
import type { ItemChanges } from './item-changes.ts'

/** Counts changes by key. Texts are compared first, and only differing ones are parsed. */
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
function differs(column: string): string {
  return `case when old.${column}::text = new.${column}::text then false
    else jsonb_strip_nulls(old.${column}::jsonb) is distinct from
      jsonb_strip_nulls(new.${column}::jsonb) end`
}

/** Whether there are no more items than that, without counting them all. */
export async function hasAtMost(
  tx: Queryable,
  contentId: number,
  itemsMax: number,
): Promise<boolean> {
  const text = `select from ${tableOf(contentId)} offset $1 limit 1`
  return (await tx.query(unnamed(text, [itemsMax]))).length === 0
}

const kept = new Set(['id', 'key', 'position', 'line'])

/** Changes differing items and adds new ones in place: ids and positions stay. */
export async function mergeItems(
  tx: Queryable,
  base: Content,
  brought: Content,
): Promise<Pick<ItemChanges, 'added' | 'changed'>> {
  const columns = tableColumns(base.layout).map(({ name }) => name)
  const changing = columns.filter((name) => !kept.has(name))
  const [row] = await tx.query<Pick<ItemChanges, 'added' | 'changed'>>(
    unnamed(
      `with changed as (
         update ${tableOf(base.id)} as old
         set ${changing.map((name) => `${name} = new.${name}`).join(', ')}
         from ${tableOf(brought.id)} as new
         where new.key = old.key and (${differs('item_values')} or ${differs('translations')})
         returning 1),
       added as (
         insert into ${tableOf(base.id)} (${columns.join(', ')})
         select ${columns.join(', ')} from ${tableOf(brought.id)} as new
         where not exists (select from ${tableOf(base.id)} as old where old.key = new.key)
         returning 1)
       select (select count(*) from changed)::integer as changed,
         (select count(*) from added)::integer as added`,
    ),
  )
  if (row === undefined) throw new Error('a count returns its row')
  return row
}

export async function updateMerged(
  tx: Queryable,
  contentId: number,
  merged: { readonly contentHash: string; readonly items: number },
  now: Temporal.Instant,
): Promise<void> {
  await tx.query(sql`
    update dataset_contents set content_hash = ${merged.contentHash}, items = ${merged.items},
      created_at = ${now}
    where id = ${contentId}`)
}
