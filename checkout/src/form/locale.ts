/** How numbers, money and days are written where the customer is. */
export interface Locale {
  readonly tag: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Whether the keypad that the customer's device has for numbers writes the decimal mark of the place. */
  readonly hasKeypad: boolean
}

const rightToLeft: readonly string[] = ['ar', 'dv', 'fa', 'he', 'ku', 'ps', 'ug', 'ur', 'yi']

/**
 * The browser's language includes the country. A customer who reads the page in another language is
 * still in that country: a Swiss customer who reads French writes days as in Switzerland.
 */
export function localeOf(language: string, preferred: readonly string[]): Locale {
  const region = preferred.map((one) => /-([A-Z]{2})\b/.exec(one)?.[1]).find((one) => one)
  const spoken =
    preferred.find((one) => baseOf(one) === baseOf(language)) ??
    (region === undefined || language.includes('-') ? language : `${language}-${region}`)
  const tag = isKnown(spoken) ? atHome(spoken) : 'en'
  const [device = tag] = preferred
  return {
    tag,
    language,
    direction: rightToLeft.includes(baseOf(language)) ? 'rtl' : 'ltr',
    hasKeypad: isKnown(device) && decimalOf(device) === decimalOf(tag),
  }
}

/** English outside of English-speaking countries is formatted as in Britain, as in documents: `en-DE` would mix two decimal marks. */
const englishRegions: readonly string[] = ['US', 'CA', 'AU', 'NZ', 'IE', 'ZA', 'IN']

function atHome(tag: string): string {
  const { language, region } = new Intl.Locale(tag)
  const isAbroad = region !== undefined && !englishRegions.includes(region)
  return language === 'en' && isAbroad ? 'en-GB' : tag
}

function decimalOf(tag: string): string | undefined {
  const parts = new Intl.NumberFormat(tag).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value
}

export function baseOf(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}

function isKnown(tag: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(tag).length > 0
  } catch {
    return false
  }
}

/** The language of the sale: the one that the page sets, else the browser's, else the product's. */
export function chooseLanguage(
  asked: string | null,
  preferred: readonly string[],
  form: { readonly languages: readonly string[]; readonly default_language: string },
): string {
  const wanted = [...(asked === null || asked === '' ? [] : [asked]), ...preferred]
  for (const one of wanted) {
    const found =
      form.languages.find((language) => language.toLowerCase() === one.toLowerCase()) ??
      form.languages.find((language) => baseOf(language) === baseOf(one))
    if (found !== undefined) return found
  }
  return form.default_language
}
