/** Where the euro is paid with; a currency of its own says by its first letters which country it is. */
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

/** The country that a product is sold in, as ISO 3166 has it; null where its currency is of several. */
export function countryOf(form: {
  readonly currency: string
  readonly time_zone: string
}): string | null {
  const currency = form.currency.toUpperCase()
  if (currency === 'EUR') return euroZones[form.time_zone] ?? null
  return currency.startsWith('X') ? null : currency.slice(0, 2)
}
