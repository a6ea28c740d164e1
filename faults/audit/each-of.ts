const askedAtOnceMax = 8

/** Visits all items, a few at a time. */
export async function eachOf<Item>(
  items: readonly Item[],
  visit: (item: Item) => Promise<void>,
): Promise<void> {
  const left = [...items]
  const visitor = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await visit(item)
  }
  await Promise.all(Array.from({ length: askedAtOnceMax }, visitor))
}
