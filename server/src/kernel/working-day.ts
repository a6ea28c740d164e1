/** Countries whose public holidays are known. */
type HolidayCountry = 'de' | 'ch'

/**
 * The day on which a legal period ends: the day that was counted or, where that is a Saturday, a Sunday or a
 * public holiday, the next working day (par. 193 BGB; art. 78 OR and the Swiss law on Saturdays). `others`
 * are holidays that not all of the country has, such as those of a region.
 */
export function workingDayFrom(
  day: Temporal.PlainDate,
  country: HolidayCountry,
  others: readonly string[] = [],
): Temporal.PlainDate {
  let end = day
  while (isWeekend(end) || isPublicHoliday(end, country) || others.includes(end.toString())) {
    end = end.add({ days: 1 })
  }
  return end
}

function isWeekend({ dayOfWeek }: Temporal.PlainDate): boolean {
  return dayOfWeek >= 6
}

interface Holidays {
  /** As `12-25`. */
  readonly fixed: readonly string[]
  /** In days after Easter Sunday. */
  readonly afterEaster: readonly number[]
}

const goodFriday = -2
const easterMonday = 1
const ascension = 39
const whitMonday = 50

/**
 * Holidays of all of Germany; in Switzerland those by federal law or custom in nearly every canton. A day
 * too many lets a customer have a day more; a day too few takes a right away.
 */
const holidaysOf: Readonly<Record<HolidayCountry, Holidays>> = {
  de: {
    fixed: ['01-01', '05-01', '10-03', '12-25', '12-26'],
    afterEaster: [goodFriday, easterMonday, ascension, whitMonday],
  },
  ch: {
    fixed: ['01-01', '08-01', '12-25', '12-26'],
    afterEaster: [goodFriday, easterMonday, ascension, whitMonday],
  },
}

function isPublicHoliday(day: Temporal.PlainDate, country: HolidayCountry): boolean {
  const { fixed, afterEaster } = holidaysOf[country]
  if (fixed.includes(day.toString().slice(-5))) return true
  const { days } = easterSunday(day.year).until(day, { largestUnit: 'days' })
  return afterEaster.includes(days)
}

/** By the Gregorian calendar, as Meeus, Jones and Butcher compute it. */
export function easterSunday(year: number): Temporal.PlainDate {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30
  const weekday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7
  const correction = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const sum = moon + weekday - 7 * correction + 114
  return new Temporal.PlainDate(year, Math.floor(sum / 31), (sum % 31) + 1)
}
