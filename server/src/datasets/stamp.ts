/** The twelve digits of an item's id that are the moment of its import. */
export function stampOf(id: string): string {
  return id.slice(4, 16)
}
