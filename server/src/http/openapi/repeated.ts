/** Parts of the document that occur several times, the most frequent first, by their text. */
export function repeated<Place extends { readonly part: object }>(
  places: readonly Place[],
): { readonly text: string; readonly first: Place }[] {
  return [...Map.groupBy(places, ({ part }) => JSON.stringify(part))]
    .filter(([, { length }]) => length > 1)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .flatMap(([text, [first]]) => (first === undefined ? [] : [{ text, first }]))
}

/**
 * A name by the meaning of the part; if that is taken, with the first operation that uses the part.
 */
export function freeName(meaning: string, owner: string, names: ReadonlyMap<string, string>) {
  const taken = [...names.values()]
  const name = taken.includes(meaning) ? `${meaning}Of${capitalized(owner)}` : meaning
  if (taken.includes(name)) throw new Error(`two parts of the document would be called ${name}`)
  return name
}

/** `policy_cancelled` is called `PolicyCancelled`. */
export function nameOfLabel(label: string): string {
  return label.split('_').map(capitalized).join('')
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
