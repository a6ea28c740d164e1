/** Longer words are not compared: nobody meant them, and comparing grows with their square. */
const wordLengthMax = 64
/** A shorter beginning of a word, or less than half of it, could be the beginning of anything. */
const beginningLengthMin = 3

/** Words of other trades for what our words mean; those that fit best come first. */
const synonyms: readonly (readonly string[])[] = [
  ['boolean', 'bool', 'flag', 'logical', 'checkbox', 'yesno', 'truefalse'],
  ['integer', 'int', 'long', 'bigint', 'smallint', 'wholenumber'],
  ['numeric', 'number', 'num', 'decimal', 'float', 'double', 'real', 'int', 'integer'],
  ['string', 'text', 'txt', 'str', 'char', 'varchar'],
  ['isodate', 'date', 'day'],
  ['isodatetime', 'datetime', 'timestamp'],
  ['object', 'obj', 'map', 'dict', 'record', 'struct', 'json'],
  ['array', 'arr', 'list', 'collection'],
  ['required', 'mandatory', 'notnull', 'notempty', 'notblank', 'filled', 'present'],
  ['nullable', 'null', 'maybenull'],
  ['in', 'enum', 'oneof', 'choice', 'choices', 'select', 'options'],
  ['notin', 'noneof', 'exclude'],
  ['min', 'minimum', 'least', 'atleast', 'minlength'],
  ['max', 'maximum', 'most', 'atmost', 'maxlength'],
  ['size', 'length', 'len', 'count'],
  ['between', 'range'],
  ['regex', 'regexp', 'pattern', 'match', 'matches'],
  ['phonenumber', 'phone', 'telephone', 'tel', 'mobile'],
  ['email', 'mail', 'emailaddress'],
  ['url', 'uri', 'link', 'website'],
  ['uuid', 'guid'],
  ['postalcode', 'postcode', 'zip', 'zipcode', 'plz'],
  ['bic', 'swift'],
  ['alphanum', 'alphanumeric', 'alnum'],
  ['alnumdash', 'alphadash'],
  ['distinct', 'unique', 'uniqueitems'],
  ['same', 'equals', 'equal', 'confirmed'],
  ['divisiblewithoutremainder', 'multipleof', 'divisibleby'],
]

/** The known word that was most likely meant, or null when none is close. */
export function nearestWord(written: string, known: Iterable<string>): string | null {
  if (written.length > wordLengthMax) return null
  const plain = simplify(written)
  const words = new Map<string, string>()
  for (const word of known) if (word.length <= wordLengthMax) words.set(simplify(word), word)
  return (
    words.get(plain) ??
    synonymAmong(words, plain) ??
    fewestEdits(words, plain) ??
    beginningWith(words, plain)
  )
}

/** `Did you mean name?`, or null where nothing is near. */
export function didYouMean(written: string, known: Iterable<string>): string | null {
  const nearest = nearestWord(written, known)
  return nearest === null ? null : `Did you mean ${nearest}?`
}

/** A sentence for the fix of an unknown word. */
export function suggest(written: string, known: readonly string[]): string {
  const all = known.length === 0 ? 'Remove it.' : `Use one of: ${known.join(', ')}.`
  return didYouMean(written, known) ?? all
}

// People mix up policyPrefix, policy-prefix and policy_prefix; those are the same word.
function simplify(word: string): string {
  return word.toLowerCase().replaceAll(/[-_ ]/g, '')
}

type Words = ReadonlyMap<string, string>

function synonymAmong(words: Words, plain: string): string | undefined {
  for (const group of synonyms) {
    if (!group.includes(plain)) continue
    const meant = group.find((word) => words.has(word))
    if (meant !== undefined) return words.get(meant)
  }
  return undefined
}

function fewestEdits(words: Words, plain: string): string | undefined {
  let nearest: string | undefined
  let editsMax = Math.max(1, Math.floor(plain.length / 3))
  for (const [simple, word] of words) {
    if (Math.abs(simple.length - plain.length) > editsMax) continue
    const edits = editsBetween(plain, simple, editsMax)
    if (edits > editsMax) continue
    nearest = word
    editsMax = edits - 1
  }
  return nearest
}

function beginningWith(words: Words, plain: string): string | null {
  if (plain.length < beginningLengthMin) return null
  for (const [simple, word] of words) {
    if (simple.length <= 2 * plain.length && simple.startsWith(plain)) return word
  }
  return null
}

/**
 * Insertions, deletions, replacements and swaps of neighbours that turn one word into the other;
 * counting stops once there must be more than `editsMax`.
 */
function editsBetween(from: string, to: string, editsMax: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    let fewest = row
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
      if (edits < fewest) fewest = edits
    }
    // A swap reaches back two rows and costs one, so a row that is too dear may be undercut once.
    if (fewest > editsMax + 1) return fewest
    beforeLast = last
    last = current
  }
  return last[to.length] ?? 0
}
