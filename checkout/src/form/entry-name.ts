/** What an entry of a dataset is called: the first of its fields names it, the second tells it from others. */
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
