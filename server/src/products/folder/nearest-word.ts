const wordLengthMax = 64

/** The known word that was most likely meant, or null when none is close. */
export function nearestWord(written: string, known: readonly string[]): string | null {
  if (written.length > wordLengthMax) return null
  const plain = simplify(written)
  let nearest: string | null = null
  let leastEdits = Math.max(1, Math.floor(plain.length / 3)) + 1
  for (const word of known) {
    const edits = editsBetween(plain, simplify(word))
    if (edits < leastEdits) {
      leastEdits = edits
      nearest = word
    }
  }
  return nearest
}

/** A sentence for the mend of an unknown word. */
export function suggest(written: string, known: readonly string[]): string {
  const nearest = nearestWord(written, known)
  if (nearest !== null) return `Did you mean ${nearest}?`
  return known.length === 0 ? 'Remove it.' : `Use one of: ${known.join(', ')}.`
}

// People mix up policyPrefix, policy-prefix and policy_prefix; those are the same word.
function simplify(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
function editsBetween(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      let edits = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      )
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (row > 1 && column > 1 && swapped) {
        edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      }
      current.push(edits)
    }
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
