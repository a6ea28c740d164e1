/** "Did you mean ...?" for a name that is not known, or null where nothing is near. */
export function nearest(wanted: string, known: readonly string[]): string | null {
  const folded = wanted.toLowerCase()
  let best: string | null = null
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const name of known) {
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue
    const distance = editDistance(folded, name.toLowerCase())
    if (distance < bestDistance) {
      best = name
      bestDistance = distance
    }
  }
  return best === null ? null : `Did you mean ${best}?`
}

/** How many characters must be inserted, removed, changed or swapped with a neighbour. */
function editDistance(a: string, b: string): number {
  let twoBefore: number[] = []
  let before = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1
      let cost = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + change,
      )
      const isSwap =
        i > 1 && j > 1 && a.charAt(i - 1) === b.charAt(j - 2) && a.charAt(i - 2) === b.charAt(j - 1)
      if (isSwap) cost = Math.min(cost, (twoBefore[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    twoBefore = before
    before = row
  }
  return before[b.length] ?? 0
}
