import { defineWords } from '../words/language.ts'
import type { Guide } from './guides.ts'

const titles: Readonly<Record<'en' | 'de', Readonly<Record<Guide, string>>>> = {
  en: {
    console: 'The console',
    'policy-life': 'The life of a policy',
    parties: 'Parties',
    withdrawal: 'Withdrawal',
    'mass-endorsement': 'Acts on many policies',
    billing: 'Billing',
    'dunning-and-renewal': 'Dunning and renewal',
    accounting: 'Accounting',
    commission: 'Commission',
    mail: 'Mail',
    documents: 'Documents',
    webhooks: 'Webhooks',
    evidence: 'Evidence',
    datasets: 'Datasets',
    'test-clocks': 'Test clocks',
    people: 'People and permissions',
  },
  de: {
    console: 'Die Konsole',
    'policy-life': 'Das Leben eines Vertrags',
    parties: 'Beteiligte',
    withdrawal: 'Widerruf',
    'mass-endorsement': 'Vorgänge an vielen Verträgen',
    billing: 'Abrechnung',
    'dunning-and-renewal': 'Mahnung und Verlängerung',
    accounting: 'Buchhaltung',
    commission: 'Provision',
    mail: 'E-Mail',
    documents: 'Dokumente',
    webhooks: 'Webhooks',
    evidence: 'Nachweise',
    datasets: 'Datentabellen',
    'test-clocks': 'Testuhren',
    people: 'Benutzer und Berechtigungen',
  },
}

export const helpWords = defineWords({
  en: { help: 'Help', guide: 'Guide', language: '', close: 'Close', titles: titles.en },
  de: {
    help: 'Hilfe',
    guide: 'Anleitung',
    language: 'Die Anleitungen sind auf Englisch.',
    close: 'Schließen',
    titles: titles.de,
  },
})
