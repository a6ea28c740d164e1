/** The countries of the euro, by time zone. Any other currency begins with the code of its country. */
const euroZones: Readonly<Record<string, string>> = {
  'Asia/Nicosia': 'CY',
  'Europe/Amsterdam': 'NL',
  'Europe/Athens': 'GR',
  'Europe/Berlin': 'DE',
  'Europe/Bratislava': 'SK',
  'Europe/Brussels': 'BE',
  'Europe/Dublin': 'IE',
  'Europe/Helsinki': 'FI',
  'Europe/Lisbon': 'PT',
  'Europe/Ljubljana': 'SI',
  'Europe/Luxembourg': 'LU',
  'Europe/Madrid': 'ES',
  'Europe/Malta': 'MT',
  'Europe/Paris': 'FR',
  'Europe/Riga': 'LV',
  'Europe/Rome': 'IT',
  'Europe/Sofia': 'BG',
  'Europe/Tallinn': 'EE',
  'Europe/Vienna': 'AT',
  'Europe/Vilnius': 'LT',
  'Europe/Zagreb': 'HR',
}

/** The ISO 3166 code of the country that a product is sold in; null if several countries use its currency. */
export function countryOf(form: {
  readonly currency: string
  readonly time_zone: string
}): string | null {
  const currency = form.currency.toUpperCase()
  if (currency === 'EUR') return euroZones[form.time_zone] ?? null
  return currency.startsWith('X') ? null : currency.slice(0, 2)
}
