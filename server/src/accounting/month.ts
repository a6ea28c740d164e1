/** A month as people write it: 2028-10. */
export function monthText(firstDay: Temporal.PlainDate): string {
  return firstDay.toPlainYearMonth().toString()
}

/** The first day of a month; null where the text is none. */
export function readMonth(text: string): Temporal.PlainDate | null {
  const [, year, month] = /^(?!0000)(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  if (year === undefined || month === undefined) return null
  return Temporal.PlainDate.from({ year: Number(year), month: Number(month), day: 1 })
}
