import { describe, expect, it } from 'vitest'
import {
  frequencyOf,
  premiumForIn,
  saysEnd,
  saysFrequency,
  saysStart,
  saysTerm,
  unitIn,
} from './sale-words.ts'

describe('what labels say of a sale in four languages', () => {
  it.each([
    'Start of cover',
    'Versicherungsbeginn',
    "Date d'effet",
    'Decorrenza',
    'policy_start_date',
  ])('%s is a first day', (label) => expect(saysStart(label)).toBe(true))

  it.each(['Date of birth', 'Geburtsdatum', 'Date de naissance', 'Data di nascita', 'Postcode'])(
    '%s is none',
    (label) => expect(saysStart(label) || saysEnd(label)).toBe(false),
  )

  it.each(['Return date', 'Vertragsende', 'Date de fin', 'Scadenza'])('%s is a last day', (label) =>
    expect(saysEnd(label)).toBe(true),
  )

  it.each([
    ['Term (years)', 'years'],
    ['Laufzeit in Jahren', 'years'],
    ['Durée (mois)', 'months'],
    ['Durata (anni)', 'years'],
    ['Reisetage', 'days'],
    ['How many days', 'days'],
  ])('%s is a term in %s', (label, unit) => {
    expect([saysTerm(label), unitIn(label)]).toEqual([true, unit])
  })

  it.each(['Claim-free years', 'Schadenfreie Jahre', 'Waiting period in days', 'Days in hospital'])(
    '%s is none',
    (label) => expect(saysTerm(label)).toBe(false),
  )

  it.each(['Payment frequency', 'Zahlweise', 'Fractionnement', 'Frazionamento'])(
    '%s is a frequency',
    (label) => expect(saysFrequency(label)).toBe(true),
  )

  it.each([
    ['month', ['Monthly', 'monatlich', 'mensuel', 'mensile', '12']],
    ['quarter', ['Quarterly', 'vierteljährlich', 'trimestriel', 'trimestrale', '4']],
    ['half_year', ['half-yearly', 'halbjährlich', 'semestriel', 'semestrale', '2']],
    ['year', ['Yearly', 'jährlich', 'annuel', 'annuale', '1']],
    ['once', ['Single premium', 'einmalig', 'prime unique', 'unica soluzione']],
  ])('%s is what %j mean', (plan, answers) => {
    expect(answers.map(frequencyOf)).toEqual(answers.map(() => plan))
  })

  it.each([
    ['Gross premium per instalment', 'payment'],
    ['Bruttobeitrag je Rate', 'payment'],
    ['Prime mensuelle', 'payment'],
    ['Premio per rata', 'payment'],
    ['Jahresbeitrag', 'year'],
    ['Prime annuelle TTC', 'year'],
    ['Premio annuo lordo', 'year'],
    ['Gross premium', null],
  ])('%s is for %s', (label, time) => expect(premiumForIn(label)).toBe(time))
})
