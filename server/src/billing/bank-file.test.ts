import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '../../test/builders/any-character.ts'
import { readAmount } from './bank-amount.ts'
import { type BankFile, BankFileRefused, readBankDay, readBankFile } from './bank-file.ts'

const columns = {
  amount: 'Betrag',
  credit: null,
  debit: null,
  sign: null,
  date: 'Buchungstag',
  reference: 'Verwendungszweck',
  id: null,
  currency: null,
}
const file = (text: string, changes: Partial<BankFile> = {}): BankFile => ({
  name: 'umsatz.csv',
  text,
  columns,
  currency: 'EUR',
  decimal: null,
  ...changes,
})
async function problemsOf(read: Promise<unknown>): Promise<string[]> {
  const error: unknown = await read.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof BankFileRefused)) throw new Error('it was read')
  return error.problems.map(({ place, message, fix }) => `${place}: ${message} ${fix}`)
}

/** How a bank writes its files. */
const style = fc.record({
  delimiter: fc.constantFrom(';', ',', '\t', '|'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  decimal: fc.constantFrom(',', '.'),
  group: fc.constantFrom('', 'other', ' ', '\u00A0', "'"),
  minus: fc.constantFrom('before', 'after', 'dash'),
  currency: fc.constantFrom('', ' EUR', ' €'),
  date: fc.constantFrom('iso', 'dots', 'short'),
  bom: fc.boolean(),
  above: fc.array(fc.constantFrom('', 'Konto;DE12', '"Saldo","1,00"'), { maxLength: 3 }),
})
type Style = typeof style extends fc.Arbitrary<infer Value> ? Value : never

const line = fc.record({
  amount: fc.integer({ min: -99_999_999, max: 99_999_999 }),
  day: fc
    .integer({ min: 0, max: 20_000 })
    .map((days) => Temporal.PlainDate.from('2000-01-01').add({ days })),
  reference: fc
    .array(fc.constantFrom('a', 'Ä', '"', ';', ',', '|', ' ', '€', '2027-000123'), {
      maxLength: 12,
    })
    .map((parts) => parts.join('').trim().replace(/\s+/g, ' ')),
})

function write(
  lines: readonly (typeof line extends fc.Arbitrary<infer V> ? V : never)[],
  by: Style,
) {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
  const rows = lines.map(({ amount, day, reference }) =>
    [dayBy(day, by), quote(reference), quote(amountBy(amount, by))].join(by.delimiter),
  )
  const header = ['Buchungstag', '"Verwendungszweck"', 'BETRAG'].join(by.delimiter)
  return `${by.bom ? '\uFEFF' : ''}${[...by.above, header, ...rows, ''].join(by.newline)}`
}

function dayBy(day: Temporal.PlainDate, { date }: Style): string {
  if (date === 'iso') return day.toString()
  const [year = '', month, dayOfMonth] = day.toString().split('-')
  return `${dayOfMonth}.${month}.${date === 'short' ? year.slice(2) : year}`
}

function amountBy(amount: number, { decimal, group, minus, currency }: Style): string {
  const [whole = '', cents] = (Math.abs(amount) / 100).toFixed(2).split('.')
  const between = group === 'other' ? (decimal === ',' ? '.' : ',') : group
  const written = `${whole.replace(/\B(?=(\d{3})+$)/g, between)}${decimal}${cents}`
  if (amount >= 0) return written + currency
  if (minus === 'after') return `${written}-${currency}`
  return `${minus === 'dash' ? '\u2212' : '-'}${written}${currency}`
}

describe("a bank's file", () => {
  it('says the same however it is written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1, maxLength: 12 }),
        style,
        async (lines, by) => {
          const read = await readBankFile(file(write(lines, by)))
          expect(read).toEqual(
            lines.map(({ amount, day, reference }, at) => ({
              line: by.above.length + 2 + at,
              amount,
              currency: 'eur',
              receivedOn: day,
              reference,
              bankId: null,
              payer: null,
            })),
          )
        },
      ),
    )
  })

  it('is read or refused, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: anyCharacter, maxLength: 300 }),
        fc.boolean(),
        async (text, has) => {
          const header = has ? 'Betrag;Buchungstag;Verwendungszweck\n' : ''
          try {
            for (const { amount } of await readBankFile(file(header + text))) {
              expect(Number.isSafeInteger(amount)).toBe(true)
            }
          } catch (error) {
            expect(error).toBeInstanceOf(BankFileRefused)
          }
        },
      ),
    )
  })

  it('that was cut off anywhere is refused, or says nothing that the whole does not', async () => {
    const whole =
      'Buchungstag;Verwendungszweck;Betrag\n' +
      '31.12.2027;2027-000123;12,56\n01.01.2028;"Gutschrift; 2027-000124";1.234,00\n'
    const linesOf = (text: string) =>
      readBankFile(file(text)).then(
        (lines) => lines.map(({ amount, reference }) => `${amount} ${reference}`),
        (error: unknown) => {
          if (error instanceof BankFileRefused) return null
          throw error
        },
      )
    const all = (await linesOf(whole)) ?? []
    expect(all).toEqual(['1256 2027-000123', '123400 Gutschrift; 2027-000124'])
    for (let end = 0; end < whole.length; end++) {
      const some = await linesOf(whole.slice(0, end))
      if (some !== null) expect(some, whole.slice(0, end)).toEqual(all.slice(0, some.length))
    }
    expect(await problemsOf(readBankFile(file(whole.slice(0, -2))))).toEqual([
      'line 3: The file ends in Betrag, and "1.234,0" may be cut off. Send the whole file, or end it with a line break.',
    ])
  })

  it('that was cut off anywhere is so in whatever order its columns stand, also with one line', async () => {
    const wide = { ...columns, id: 'Nummer', currency: 'Währung' }
    const cells = fc.shuffledSubarray(
      [
        ['Buchungstag', '31.12.2027', '2027-12-31'],
        ['Verwendungszweck', 'RE 2027-000123 danke', '"Zweck; 2027-0001234"'],
        ['Betrag', '1.234,56', '12.345,00'],
        ['Nummer', 'A77', '20277'],
        ['Währung', 'EUR', 'EUR'],
      ],
      { minLength: 5 },
    )
    await fc.assert(
      fc.asyncProperty(cells, fc.integer({ min: 2, max: 3 }), async (drawn, rows) => {
        const lines = [0, 1, 2].map((n) => drawn.map((cell) => cell[n]).join(';'))
        const whole = lines.slice(0, rows).map((one) => `${one}\n`)
        const linesOf = (text: string) =>
          readBankFile(file(text, { columns: wide })).then(
            (read) => read.map((one) => JSON.stringify(one)),
            () => null,
          )
        const all = (await linesOf(whole.join(''))) ?? []
        expect(all).toHaveLength(rows - 1)
        for (let end = 0; end < whole.join('').length; end++) {
          const text = whole.join('').slice(0, end)
          const some = await linesOf(text)
          if (some !== null) expect(some, text).toEqual(all.slice(0, some.length))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('that is empty, or names no column, says so', async () => {
    expect(await problemsOf(readBankFile(file('\r\n ')))).toEqual([
      'line 1: The file is empty. Send the file that the bank provided.',
    ])
    expect(await problemsOf(readBankFile(file('PK\u0003\u0004')))).toEqual([
      'line 1: No line names the columns Betrag, Buchungstag, Verwendungszweck: there is no Betrag. Name the columns as the file does.',
    ])
  })

  it('that ends in an amount without a line break shows whether it is complete, or is refused', async () => {
    const endingIn = (amount: string, changes: Partial<BankFile> = {}) =>
      readBankFile(file(`Buchungstag;Verwendungszweck;Betrag\n31.12.2027;x;${amount}`, changes))
    for (const amount of ['1.23', '1.234', '1.234,5', '12,34', '1,234']) {
      expect(await problemsOf(endingIn(amount)), amount).toContainEqual(
        expect.stringContaining(`"${amount}" may be cut off`),
      )
    }
    expect(await endingIn('1.234,56')).toMatchObject([{ amount: 123_456 }])
    expect(await endingIn('12,34', { decimal: 'comma' })).toMatchObject([{ amount: 1_234 }])
  })

  it('reports every line that cannot be read, and where', async () => {
    const text = [
      'Buchungstag;Verwendungszweck;Betrag',
      '31.12.2027;ok;12,50',
      '30.02.2027;no such day;1,00',
      '2027-12-31;no amount;12.5.0',
      '12/31/2027;two mistakes;x',
      '2027-12-31;a column too few',
      '2027-12-31;"over',
      'two lines";1,00',
      '2027-12-31;dear;1234567890123456,00',
    ].join('\n')
    expect(await problemsOf(readBankFile(file(text)))).toEqual([
      'line 3: "30.02.2027" in Buchungstag is not a date. Write it as 2027-12-31 or 31.12.2027.',
      'line 4: "12.5.0" in Betrag is not an amount with a decimal comma. Fix the line, or send decimal=comma or decimal=point.',
      'line 5: "12/31/2027" in Buchungstag is not a date. Write it as 2027-12-31 or 31.12.2027.',
      'line 6: The line has 2 columns instead of 3. Quote the values that contain the separator, or remove the line if it is not a receipt.',
      'line 9: "1234567890123456,00" in Betrag is not an amount with a decimal comma. Fix the line, or send decimal=comma or decimal=point.',
    ])
  })

  it('asks which sign is meant where both are possible and come to something else', async () => {
    const text = 'Betrag;Buchungstag;Verwendungszweck\n1.234;2027-01-01;x\n'
    const yen = { currency: 'JPY' }
    expect(await readBankFile(file(text, yen))).toMatchObject([{ amount: 1234 }])
    expect(await readBankFile(file(text))).toMatchObject([{ amount: 123_400 }])
    const two = 'Betrag;Buchungstag;Verwendungszweck\n1,50;2027-01-01;x\n1.50;2027-01-01;x\n'
    expect(await problemsOf(readBankFile(file(two)))).toEqual([
      expect.stringContaining(
        'line 2: "1,50" in Betrag may have a decimal comma or a decimal point',
      ),
      expect.stringContaining('line 3:'),
    ])
    expect(await problemsOf(readBankFile(file(two, { decimal: 'point' })))).toHaveLength(1)
  })

  it('names the column that is missing, and the nearest', async () => {
    const text = 'Betrag;Buchungsdatum;Verwendungszweck\n'
    expect(await problemsOf(readBankFile(file(text)))).toEqual([
      'line 1: No line names the columns Betrag, Buchungstag, Verwendungszweck: there is no Buchungstag. Use one of: Betrag, Buchungsdatum, Verwendungszweck.',
    ])
    const twice = 'Betrag;Buchungstag;Verwendungszweck;Betrag\n'
    expect(await problemsOf(readBankFile(file(twice)))).toEqual([
      'line 1: The file has two columns Betrag. Give each column a name of its own.',
    ])
    expect(await problemsOf(readBankFile(file('')))).toHaveLength(1)
  })

  it('takes currency and id of each line where it has columns for them', async () => {
    const text = 'id,amount,currency,date,text\n7,1.00,chf,2027-01-01,a\n,2.00,EUR,2027-01-02,b\n'
    const named = {
      ...columns,
      amount: 'amount',
      date: 'date',
      reference: 'text',
      id: 'id',
      currency: 'currency',
    }
    expect(await readBankFile(file(text, { columns: named, currency: null }))).toMatchObject([
      { amount: 100, currency: 'chf', bankId: '7' },
      { amount: 200, currency: 'eur', bankId: null },
    ])
    const wrong = text.replace('chf', 'francs')
    expect(await problemsOf(readBankFile(file(wrong, { columns: named })))).toEqual([
      'line 2: "francs" is not a currency. Write an ISO 4217 code, such as EUR.',
    ])
  })
})

describe('an amount', () => {
  it.each([
    ['1.234,56', 'comma', 'eur', 123_456],
    ['1,234.56', 'point', 'eur', 123_456],
    ['12,5', 'comma', 'eur', 1_250],
    ['+7', 'comma', 'eur', 700],
    ['EUR 5,00', 'comma', 'eur', 500],
    ['- 5,00 €', 'comma', 'eur', -500],
    ['5,00-', 'comma', 'eur', -500],
    ["1'000.00", 'point', 'chf', 100_000],
    ['1000', 'comma', 'jpy', 1_000],
    ['1.5000', 'point', 'kwd', null],
    ['1.500', 'point', 'kwd', 1_500],
    ['', 'comma', 'eur', null],
    ['-', 'comma', 'eur', null],
    [',50', 'comma', 'eur', null],
    ['5,', 'comma', 'eur', null],
    ['12.34,00', 'comma', 'eur', null],
    ['1234.567,00', 'comma', 'eur', null],
    ['-5,00-', 'comma', 'eur', null],
    ['5,00 S', 'comma', 'eur', null],
    ['1e3', 'comma', 'eur', null],
    ['5,00 CHF', 'comma', 'eur', null],
  ] as const)('%s with a decimal %s in %s is %s', (text, decimal, currency, amount) => {
    expect(readAmount(text, decimal, currency)).toBe(amount)
  })
})

describe('a day', () => {
  it.each([
    ['2027-12-31', '2027-12-31'],
    ['31.12.2027', '2027-12-31'],
    ['1.2.27', '2027-02-01'],
    ['29.02.2027', null],
    ['0001-01-01', null],
    ['9999-12-31', null],
    ['31/12/2027', null],
    ['', null],
  ])('%s is %s', (text, day) => {
    expect(readBankDay(text)?.toString() ?? null).toBe(day)
  })
})

describe('a file that marks credits in other ways', () => {
  const sides = { ...columns, amount: null, credit: 'Haben', debit: 'Soll' }
  const words = { ...columns, sign: 'S/H' }
  const amounts = async (text: string, named: BankFile['columns']) =>
    (await readBankFile(file(text, { columns: named }))).map(({ amount }) => amount)

  it('has a column for each side, of which the other is empty or nothing', async () => {
    const text = [
      'Buchungstag;Verwendungszweck;Soll;Haben',
      '02.03.2027;a;;1.234,56',
      '02.03.2027;b;7,00;',
      '02.03.2027;c;-8,00;0,00',
      '02.03.2027;d;0,00;9,00',
    ].join('\n')
    expect(await amounts(text, sides)).toEqual([123_456, -700, -800, 900])
  })

  it('has a word for each side', async () => {
    const text = [
      'Buchungstag;Verwendungszweck;Betrag;S/H',
      '02.03.2027;a;5,00;H',
      '02.03.2027;b;6,00;s',
      '02.03.2027;c;-7,00;DBIT',
      '02.03.2027;d;8,00;CRDT',
    ].join('\n')
    expect(await amounts(text, words)).toEqual([500, -600, -700, 800])
  })

  it('is refused where a line says both, neither, or a word that nobody knows', async () => {
    const text = [
      'Buchungstag;Verwendungszweck;Soll;Haben',
      '02.03.2027;a;1,00;2,00',
      '02.03.2027;b;;',
    ].join('\n')
    expect(await problemsOf(readBankFile(file(text, { columns: sides })))).toEqual([
      'line 2: The line has an amount both in Haben and in Soll. Split it into two lines, one for each amount.',
      'line 3: "" in Haben is not an amount with a decimal comma. Fix the line, or send decimal=comma or decimal=point.',
    ])
    const unknown = 'Buchungstag;Verwendungszweck;Betrag;S/H\n02.03.2027;a;1,00;X'
    expect(await problemsOf(readBankFile(file(unknown, { columns: words })))).toEqual([
      'line 2: "X" in S/H marks neither a credit nor a debit. Write C, H or + for a credit, and D, S or - for a debit.',
    ])
  })
})
