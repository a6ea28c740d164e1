/**
 * The first of the wanted languages that is to be had, or null. `de-AT` is served with `de` or
 * `de-CH` where there is no Austrian German.
 */
export function chooseLanguage(
  wanted: readonly string[],
  available: readonly string[],
): string | null {
  for (const language of wanted) {
    const lower = language.toLowerCase()
    const exact = available.find((one) => one.toLowerCase() === lower)
    const kin = available.find((one) => baseOf(one) === baseOf(language))
    const found = exact ?? kin
    if (found !== undefined) return found
  }
  return null
}

function baseOf(language: string): string {
  return language.toLowerCase().split('-', 1)[0] ?? ''
}
