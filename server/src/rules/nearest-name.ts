/** The candidate that is the fewest keystrokes away, or null when none is near. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  let nearest: string | null = null
  let fewest = Math.max(2, Math.floor(name.length / 3)) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= fewest) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance < fewest) {
      fewest = distance
      nearest = candidate
    }
  }
  return nearest
}

function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + change,
      )
    }
    previous = current
  }
  return previous[other.length] ?? 0
}
