/** The label of a dataset entry: its first field names it, its second distinguishes it from others. */
export function nameOf(
  value: Readonly<Record<string, unknown>>,
  [first = '', second = '']: readonly string[],
): { readonly name: string; readonly detail: string } {
  const of = (name: string) => {
    const text = value[name]
    return typeof text === 'string' || typeof text === 'number' ? String(text) : ''
  }
  return { name: of(first), detail: of(second) }
}
