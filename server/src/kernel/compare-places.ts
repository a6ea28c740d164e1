const inOrder = new Intl.Collator('en', { numeric: true })

/** Puts places of one file in the order in which people look for them: `line 9` before `line 10`. */
export function comparePlaces(a: string, b: string): number {
  return inOrder.compare(a, b)
}
