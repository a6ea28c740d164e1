const inOrder = new Intl.Collator('en', { numeric: true })

/** Sorts places of a file as people expect: `line 9` before `line 10`. */
export function comparePlaces(a: string, b: string): number {
  return inOrder.compare(a, b)
}
