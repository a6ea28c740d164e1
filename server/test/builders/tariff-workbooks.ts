import { buildXlsx, type GivenCell, sheetOf, sheetPart } from '@bindery/spreadsheet/testing'

/** Tariffs as actuaries hand them over: labels beside cells, and nothing that was made for Bindery. */

/** General, a day, two decimals with a mark for thousands, per cent, and whole numbers. */
const styles =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><cellXfs count="5"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="4"/><xf numFmtId="10"/><xf numFmtId="3"/></cellXfs>'
const [day, money, percent, whole] = [1, 2, 3, 4]

/** 1 April 2027. */
const april = 46_478

const validations = (...tags: readonly string[]) =>
  `<dataValidations count="${tags.length}">${tags.join('')}</dataValidations>`
const list = (cell: string, ...answers: readonly string[]) =>
  `<dataValidation type="list" showErrorMessage="1" sqref="${cell}"><formula1>"${answers.join(',')}"</formula1></dataValidation>`
const between = (cell: string, type: 'whole' | 'decimal', least: number, most: number) =>
  `<dataValidation type="${type}" showErrorMessage="1" sqref="${cell}"><formula1>${least}</formula1><formula2>${most}</formula2></dataValidation>`
const anyDay = (cell: string) =>
  `<dataValidation type="date" operator="greaterThan" showErrorMessage="1" sqref="${cell}"><formula1>36526</formula1></dataValidation>`

/** Deaths a year among 1,000, by age. */
const mortality: Record<string, GivenCell> = { A1: 'Age', B1: 'qx per mille' }
for (let age = 18; age <= 75; age++) {
  mortality[`A${age - 16}`] = age
  mortality[`B${age - 16}`] = age / 20
}

interface LifeWords {
  readonly sheet: string
  readonly title: string
  readonly labels: Readonly<
    Record<
      | 'sum'
      | 'age'
      | 'term'
      | 'smoker'
      | 'start'
      | 'frequency'
      | 'discount'
      | 'mortality'
      | 'net'
      | 'loadings'
      | 'year'
      | 'surcharge'
      | 'payments'
      | 'instalment'
      | 'loading'
      | 'fee',
      string
    >
  >
  readonly frequencies: readonly [month: string, quarter: string, year: string]
  readonly no: string
  readonly yes: string
}

/** Life cover for a term, of which the payments of a year cost more the more there are. */
function termLife({ sheet, title, labels, frequencies, no, yes }: LifeWords): Uint8Array {
  const [month, quarter, year] = frequencies
  return buildXlsx({
    styles,
    sheets: {
      [sheet]: sheetPart(
        {
          A1: title,
          A3: labels.sum,
          B3: [250_000, null, money],
          A4: labels.age,
          B4: 40,
          A5: labels.term,
          B5: 20,
          A6: labels.smoker,
          B6: no,
          A7: labels.start,
          B7: [april, null, day],
          A8: labels.frequency,
          B8: month,
          A9: labels.discount,
          B9: [0.02, null, percent],
          A12: labels.mortality,
          B12: ['=VLOOKUP(B4,Mortality!A2:B59,2,FALSE)', 2],
          A13: labels.net,
          B13: [`=ROUND(B3*B12/1000*IF(B6="${yes}",2,1)*(1-B9),2)`, 490, money],
          A14: labels.loadings,
          B14: ['=ROUND(B13*Parameters!B2+Parameters!B3,2)', 73, money],
          A15: labels.year,
          B15: ['=B13+B14', 563, money],
          A16: labels.surcharge,
          B16: ['=VLOOKUP(B8,Parameters!A6:C8,2,FALSE)', 0.05, percent],
          A17: labels.payments,
          B17: ['=VLOOKUP(B8,Parameters!A6:C8,3,FALSE)', 12],
          A18: labels.instalment,
          B18: ['=ROUND(B15*(1+B16)/B17,2)', 49.26, money],
        },
        validations(
          between('B3', 'decimal', 10_000, 500_000),
          between('B4', 'whole', 18, 65),
          between('B5', 'whole', 5, 30),
          list('B6', no, yes),
          anyDay('B7'),
          list('B8', month, quarter, year),
          between('B9', 'decimal', 0, 0.1),
        ),
      ),
      Mortality: sheetOf(mortality),
      Parameters: sheetPart({
        A1: 'Parameters',
        A2: labels.loading,
        B2: [0.1, null, percent],
        A3: labels.fee,
        B3: [24, null, money],
        A6: month,
        B6: [0.05, null, percent],
        C6: 12,
        A7: quarter,
        B7: [0.03, null, percent],
        C7: 4,
        A8: year,
        B8: [0, null, percent],
        C8: 1,
      }),
    },
  })
}

export const termLifeInEnglish = () =>
  termLife({
    sheet: 'Tariff',
    title: 'Term life, tariff 2027',
    labels: {
      sum: 'Sum insured (EUR)',
      age: 'Age at entry',
      term: 'Term (years)',
      smoker: 'Smoker',
      start: 'Start of cover',
      frequency: 'Payment frequency',
      discount: 'Staff discount',
      mortality: 'Mortality per mille',
      net: 'Net premium per year',
      loadings: 'Loadings',
      year: 'Gross premium per year',
      surcharge: 'Surcharge for instalments',
      payments: 'Payments per year',
      instalment: 'Gross premium per instalment',
      loading: 'Acquisition loading',
      fee: 'Policy fee',
    },
    frequencies: ['Monthly', 'Quarterly', 'Yearly'],
    no: 'no',
    yes: 'yes',
  })

export const termLifeInGerman = () =>
  termLife({
    sheet: 'Tarif',
    title: 'Risikoleben, Tarif 2027',
    labels: {
      sum: 'Versicherungssumme (EUR)',
      age: 'Eintrittsalter',
      term: 'Laufzeit (Jahre)',
      smoker: 'Raucher',
      start: 'Versicherungsbeginn',
      frequency: 'Zahlweise',
      discount: 'Mitarbeiterrabatt',
      mortality: 'Sterblichkeit in Promille',
      net: 'Nettobeitrag pro Jahr',
      loadings: 'Kosten',
      year: 'Bruttobeitrag pro Jahr',
      surcharge: 'Ratenzuschlag',
      payments: 'Zahlungen pro Jahr',
      instalment: 'Bruttobeitrag je Rate',
      loading: 'Abschlusskostensatz',
      fee: 'Stückkosten',
    },
    frequencies: ['monatlich', 'vierteljährlich', 'jährlich'],
    no: 'nein',
    yes: 'ja',
  })

/** Cover for a journey from one day to another, in Italian. */
export const travelInItalian = () =>
  buildXlsx({
    styles,
    sheets: {
      Preventivo: sheetPart(
        {
          A1: 'Assicurazione viaggio',
          A3: 'Data di partenza',
          B3: [april, null, day],
          A4: 'Data di ritorno',
          B4: [april + 13, null, day],
          A5: 'Destinazione',
          B5: 'Europa',
          A6: 'Viaggiatori',
          B6: 2,
          A8: 'Giorni',
          B8: ['=B4-B3+1', 14],
          A9: 'Premio netto',
          B9: ['=ROUND(B8*B6*VLOOKUP(B5,Tariffe!A2:B3,2,FALSE),2)', 42, money],
          A10: 'Imposta',
          B10: ['=ROUND(B9*0.1,2)', 4.2, money],
          A11: 'Premio lordo',
          B11: ['=B9+B10', 46.2, money],
        },
        validations(
          anyDay('B3'),
          anyDay('B4'),
          list('B5', 'Europa', 'Mondo'),
          between('B6', 'whole', 1, 9),
        ),
      ),
      Tariffe: sheetOf({
        A1: 'Zona',
        B1: 'Al giorno',
        A2: 'Europa',
        B2: 1.5,
        A3: 'Mondo',
        B3: 3.2,
      }),
    },
  })

/** A year of motor cover, in French, of which nothing says how long it lasts or how it is paid. */
export const motorInFrench = () =>
  buildXlsx({
    styles,
    sheets: {
      Devis: sheetPart(
        {
          A1: 'Assurance automobile',
          A3: "Date d'effet",
          B3: [april, null, day],
          A4: 'Valeur du véhicule',
          B4: [18_000, null, whole],
          A5: 'Bonus-malus',
          B5: [0.85, null, percent],
          A7: 'Prime nette',
          B7: ['=ROUND(B4*0.03*B5,2)', 459, money],
          A8: 'Taxe',
          B8: ['=ROUND(B7*0.18,2)', 82.62, money],
          A9: 'Prime annuelle TTC',
          B9: ['=B7+B8', 541.62, money],
        },
        validations(
          anyDay('B3'),
          between('B4', 'whole', 1_000, 100_000),
          between('B5', 'decimal', 0.5, 3.5),
        ),
      ),
    },
  })
