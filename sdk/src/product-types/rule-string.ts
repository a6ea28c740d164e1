export interface Rule {
  readonly name: string
  readonly values: readonly string[]
}

/** Rules whose one argument is a pattern between slashes, whatever it contains. */
const patternRules: ReadonlySet<string> = new Set(['regex', 'not_regex'])

/** Cuts a rule string such as `integer|required|min:0` into its rules. */
export function readRules(text: string): readonly Rule[] {
  const rules: Rule[] = []
  let rest = text.trim()
  while (rest !== '') {
    const [, name = '', mark = ''] = /^([^:|]*)([:|]?)/.exec(rest) ?? []
    rest = rest.slice(name.length + mark.length)
    const written = mark === ':' ? argumentOf(name.trim(), rest) : null
    if (written !== null) rest = rest.slice(written.length + 1)
    if (name.trim() !== '') rules.push({ name: name.trim(), values: split(name.trim(), written) })
  }
  return rules
}

/** All up to the next bar; of a pattern, up to the bar after its closing slash. */
function argumentOf(name: string, rest: string): string {
  const pattern = patternRules.has(name)
    ? /^\s*\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])*\/[^|]*/
    : null
  return pattern?.exec(rest)?.[0] ?? /^[^|]*/.exec(rest)?.[0] ?? ''
}

function split(name: string, written: string | null): readonly string[] {
  if (written === null) return []
  return patternRules.has(name) ? [written.trim()] : written.split(',').map((value) => value.trim())
}
