import type { Frequency } from '../../../pricing/index.ts'

/** What plans are called where a product has one language. */
export const planNames: Readonly<Record<Frequency, Readonly<Record<string, string>>>> = {
  once: {
    en: 'One payment',
    de: 'Einmalzahlung',
    fr: 'En une fois',
    it: 'In un’unica soluzione',
  },
  month: { en: 'Monthly', de: 'Monatlich', fr: 'Par mois', it: 'Mensile' },
  quarter: { en: 'Quarterly', de: 'Vierteljährlich', fr: 'Par trimestre', it: 'Trimestrale' },
  half_year: { en: 'Half-yearly', de: 'Halbjährlich', fr: 'Par semestre', it: 'Semestrale' },
  year: { en: 'Yearly', de: 'Jährlich', fr: 'Par an', it: 'Annuale' },
}
