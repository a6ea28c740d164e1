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
