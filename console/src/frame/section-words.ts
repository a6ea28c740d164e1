import type { Section } from '../routes/area.ts'
import { type Words, defineWords } from '../words/language.ts'

export const sectionWords: Words<Readonly<Record<Section, string>>> = defineWords({
  en: {
    work: 'Work',
    customers: 'Customers',
    money: 'Money',
    operations: 'Operations',
    settings: 'Settings',
  },
  de: {
    work: 'Arbeit',
    customers: 'Kunden',
    money: 'Geld',
    operations: 'Betrieb',
    settings: 'Einstellungen',
  },
})
