import { defineWords } from '../../words/language.ts'

export const distributorWords = defineWords({
  en: {
    name: 'Name',
    kind: 'Kind',
    accounts: { insurer: 'The insurer itself', distributor: 'Distributor' },
    key: 'Key',
    keyHint: 'A short name of lower-case letters, digits and dashes, which products refer to.',
    id: 'Id',
    none: 'No distributors yet',
    noneHint: 'A distributor sells your products with keys of its own. Add the first one.',
    add: 'Add a distributor',
    added: 'The distributor is added.',
    policies: 'Newest policies',
    noPolicies: 'It has sold nothing yet.',
    allPolicies: 'All policies',
    offers: 'Open offers',
    commission: 'Commission',
    agreement: (day: string) => `Agreed for sales from ${day}`,
    noAgreement: 'No commission is agreed on.',
    earned: {
      premium: 'earned with each billing period that is charged',
      payment: 'earned as far as invoices are paid',
    },
    liability: (months: number | null) =>
      months === null
        ? 'taken back without end'
        : months === 0
          ? 'never taken back'
          : `taken back within ${months} months`,
    payout: { paid_out: 'paid by a transfer', set_off: 'set off against collected premium' },
    statements: 'All statements',
    keys: 'API keys',
    noKeys: 'It has no key in this mode.',
    allKeys: 'All keys',
    kinds: { public: 'Public', secret: 'Secret' },
    lastUsed: (day: string) => `last used ${day}`,
    neverUsed: 'never used',
  },
  de: {
    name: 'Name',
    kind: 'Art',
    accounts: { insurer: 'Der Versicherer selbst', distributor: 'Vermittler' },
    key: 'Kürzel',
    keyHint:
      'Ein kurzer Name aus Kleinbuchstaben, Ziffern und Bindestrichen, auf den sich Produkte beziehen.',
    id: 'Id',
    none: 'Noch keine Vermittler',
    noneHint:
      'Ein Vermittler verkauft Ihre Produkte mit eigenen Schlüsseln. Legen Sie den ersten an.',
    add: 'Vermittler anlegen',
    added: 'Der Vermittler ist angelegt.',
    policies: 'Neueste Verträge',
    noPolicies: 'Er hat noch nichts verkauft.',
    allPolicies: 'Alle Verträge',
    offers: 'Offene Anträge',
    commission: 'Provision',
    agreement: (day: string) => `Vereinbart für Abschlüsse ab ${day}`,
    noAgreement: 'Es ist keine Provision vereinbart.',
    earned: {
      premium: 'verdient mit jedem berechneten Beitragszeitraum',
      payment: 'verdient, soweit Rechnungen bezahlt sind',
    },
    liability: (months: number | null) =>
      months === null
        ? 'unbegrenzte Stornohaftung'
        : months === 0
          ? 'keine Stornohaftung'
          : `Stornohaftung ${months} Monate`,
    payout: { paid_out: 'wird überwiesen', set_off: 'wird mit eingezogenen Beiträgen verrechnet' },
    statements: 'Alle Abrechnungen',
    keys: 'API-Schlüssel',
    noKeys: 'Er hat in diesem Modus keinen Schlüssel.',
    allKeys: 'Alle Schlüssel',
    kinds: { public: 'Öffentlich', secret: 'Geheim' },
    lastUsed: (day: string) => `zuletzt benutzt am ${day}`,
    neverUsed: 'nie benutzt',
  },
})
