import { type CalendarDay, dayOf, isoOfSerial, serialMax, serialOf, serialOfIso } from './serial.ts'

/** How a file numbers its days. */
export interface Calendar {
  readonly serialMax: number
  /** The number of a real calendar day, or null outside. */
  readonly serialOf: (year: number, month: number, day: number) => number | null
  /** The day of a number from 0 to `serialMax`. */
  readonly dayOf: (serial: number) => CalendarDay
  readonly serialOfIso: (text: string) => number | null
  readonly isoOfSerial: (serial: number) => string | null
  /** The same day's number in the count from 1900, which knows weekdays and number formats. */
  readonly in1900: (serial: number) => number
}

export const calendar1900: Calendar = {
  serialMax,
  serialOf,
  dayOf,
  serialOfIso,
  isoOfSerial,
  in1900: (serial) => serial,
}

/** Day 0 of the count from 1904, in the count from 1900. */
const firstOf1904 = 1462

/** Files that were once made on a Macintosh begin with 1 January 1904 as day 0. */
export const calendar1904: Calendar = {
  serialMax: serialMax - firstOf1904,
  serialOf: (year, month, day) => shifted(serialOf(year, month, day)),
  dayOf: (serial) => dayOf(serial + firstOf1904),
  serialOfIso: (text) => shifted(serialOfIso(text)),
  isoOfSerial: (serial) => (serial < 0 ? null : isoOfSerial(serial + firstOf1904)),
  in1900: (serial) => serial + firstOf1904,
}

function shifted(serial: number | null): number | null {
  return serial === null || serial < firstOf1904 ? null : serial - firstOf1904
}
