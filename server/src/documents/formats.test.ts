import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { amountText, dayText, formatsOf, momentText, percentText } from './formats.ts'
import { openPdfRenderer } from './renderer/renderer.ts'

const places = [
  { language: 'de', timeZone: 'Europe/Berlin', currency: 'eur' },
  { language: 'en', timeZone: 'Europe/Berlin', currency: 'eur' },
  { language: 'en', timeZone: 'America/New_York', currency: 'usd' },
  { language: 'de', timeZone: 'Europe/Zurich', currency: 'chf' },
  { language: 'fr', timeZone: 'Europe/Zurich', currency: 'chf' },
  { language: 'fr', timeZone: 'Europe/Paris', currency: 'eur' },
  { language: 'es', timeZone: 'Europe/Madrid', currency: 'eur' },
  { language: 'el', timeZone: 'Europe/Athens', currency: 'eur' },
  { language: 'uk', timeZone: 'Europe/Kyiv', currency: 'uah' },
  { language: 'ja', timeZone: 'Asia/Tokyo', currency: 'jpy' },
]

/** With plain spaces: which kind of space a language takes is its own affair. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

describe('amounts and days are written as people do there', () => {
  it.each([
    ['German in Berlin', places[0], '1.234,50 €', '01.03.2027', '1. März 2027', '7,75 %'],
    ['English in Berlin', places[1], '€1,234.50', '01/03/2027', '1 March 2027', '7.75%'],
    ['English in New York', places[2], '$1,234.50', '03/01/2027', 'March 1, 2027', '7.75%'],
    ['German in Zurich', places[3], "CHF 1'234.50", '01.03.2027', '1. März 2027', '7.75%'],
    ['French in Paris', places[5], '1 234,50 €', '01/03/2027', '1er mars 2027', '7,75 %'],
    ['Spanish in Madrid', places[6], '1234,50 €', '01/03/2027', '1 de marzo de 2027', '7,75 %'],
    ['Greek in Athens', places[7], '1.234,50 €', '01/03/2027', '1 Μαρτίου 2027', '7,75%'],
    ['Ukrainian in Kyiv', places[8], '1 234,50 ₴', '01.03.2027', '1 березня 2027 р.', '7,75%'],
  ])('%s', (_, place = places[0], amount, short, long, percent) => {
    if (place === undefined) throw new Error('the table names its place')
    const format = formatsOf(place)
    const day = dayText(format, Temporal.PlainDate.from('2027-03-01'))
    const written = plain(amountText(format, 123_450, place.currency).text)
    expect(written.replace('’', "'")).toBe(amount)
    expect(day).toEqual({ iso: '2027-03-01', short, long })
    expect(plain(percentText(format, 0.0775))).toBe(percent)
  })

  it('a yen has no cents', () => {
    const format = formatsOf({ language: 'en', timeZone: 'Asia/Tokyo', currency: 'jpy' })
    expect(amountText(format, 123_450, 'jpy').text).toContain('123,450')
  })

  it('a language that names its country is taken at its word', () => {
    const format = formatsOf({ language: 'de-AT', timeZone: 'Europe/Berlin', currency: 'eur' })
    expect(plain(amountText(format, 123_450, 'eur').text)).toBe('€ 1.234,50')
  })

  it('a moment is shown in the time zone where the product is sold', () => {
    const format = formatsOf({ language: 'de', timeZone: 'Europe/Berlin', currency: 'eur' })
    const moment = Temporal.Instant.from('2027-06-30T22:05:30Z')
    expect(momentText(format, moment, 'Europe/Berlin')).toEqual({
      iso: '2027-07-01T00:05:30+02:00',
      short: '01.07.2027',
      long: '1. Juli 2027',
      time: '00:05',
    })
  })

  it('no cent is lost on the way to document', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
        fc.constantFrom(...places),
        (cents, place) => {
          const { text } = amountText(formatsOf(place), cents, place.currency)
          expect(Number(text.replaceAll(/\D/g, ''))).toBe(Math.abs(cents))
          expect(text.includes('−')).toBe(cents < 0)
        },
      ),
    )
  })
})

describe('what a template writes itself', () => {
  const renderer = openPdfRenderer({ isBrief: true })
  afterAll(() => renderer.close())

  it.each(places)('agrees to the letter: $language in $timeZone', async (place) => {
    const format = formatsOf(place)
    const cents = fc.sample(fc.integer({ min: -10_000_000, max: 10_000_000_000 }), 50)
    const fractions = [0, 0.19, 0.0775, 1, 12.5, -0.05, 0.00001]
    const days = fc
      .sample(fc.integer({ min: 0, max: 60_000 }), 50)
      .concat([31, 59])
      .map((after) => Temporal.PlainDate.from('1950-01-01').add({ days: after }))
    const expected = {
      format,
      money: cents.map((one) => [one, amountText(format, one, place.currency).text]),
      percent: fractions.map((one) => [one, percentText(format, one)]),
      days: days.map((day) => dayText(format, day)),
    }
    const template = `#import "/bindery.typ": data, money, percent, day
#for (cents, text) in data.money { assert.eq(money(cents), text) }
#for (fraction, text) in data.percent { assert.eq(percent(fraction), text) }
#for one in data.days { assert.eq(day(one.iso), one) }`
    const kit = {
      kit: template,
      files: [['documents/a.typ', new TextEncoder().encode(template)] as const],
      fonts: [],
    }
    const made = await renderer.carryOut(kit, {
      kind: 'print',
      template: 'documents/a.typ',
      language: place.language,
      title: 'agreed',
      day: '2027-03-01',
      data: JSON.stringify(expected),
      wantsPdf: false,
    })
    expect(made).toMatchObject({ outcome: 'printed' })
  })
})
