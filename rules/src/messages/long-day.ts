/** Days in words, by the clock of Greenwich. The French say `1er janvier`, which the table of the world's formats does not know. */
export function longDays(language: string): (day: Date) => string {
  const format = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
    dateStyle: 'long',
  })
  if (!/^fr\b/i.test(language)) return (day) => format.format(day)
  return (day) =>
    format
      .formatToParts(day)
      .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
      .join('')
}
