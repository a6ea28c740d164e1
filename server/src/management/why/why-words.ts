import type { HistoryLanguage } from '../history/history-words.ts'

/** The sentences that explain why a price changed, in one language. */
export interface WhyWords {
  readonly rises: (before: string, after: string, difference: string, day: string) => string
  readonly falls: (before: string, after: string, difference: string, day: string) => string
  readonly stays: (price: string) => string
  /** Where there is no cover on the day. */
  readonly withoutCover: string
  /** Where the policy has ended by then. */
  readonly ended: string
  /** Where the next term is offered and does not hold yet. */
  readonly offered: string
  /** What a cell is by its heading and the words beside it. */
  readonly of: (heading: string, keys: string) => string
  readonly values: (count: number, place: string) => string
  readonly setting: (name: string) => string
  readonly itsItem: (field: string) => string
  /** Where another item of a dataset was chosen, whose id says nothing. */
  readonly otherItem: (field: string) => string
  readonly day: string
  readonly tariff: string
  readonly structure: string
  readonly rounding: string
}

export const whyWords = {
  en: {
    rises: (before, after, difference, day) =>
      `The price rises from ${before} to ${after} on ${day}: ${difference}.`,
    falls: (before, after, difference, day) =>
      `The price falls from ${before} to ${after} on ${day}: ${difference}.`,
    stays: (price) => `The price stays at ${price}.`,
    withoutCover: 'There is no cover on this day; the prices are those agreed.',
    ended: 'The policy has ended by this day; the prices are those agreed.',
    offered: 'This is the price offered for the next term.',
    of: (heading, keys) => (keys === '' ? heading : `${heading} of ${keys}`),
    values: (count, place) => `${count} values in ${place}`,
    setting: (name) => `setting ${name}`,
    itsItem: (field) => `what is known of ${field}`,
    otherItem: (field) => `another choice of ${field}`,
    day: 'day of pricing',
    tariff: 'tariff',
    structure: 'calculation method',
    rounding: 'rounding',
  },
  de: {
    rises: (before, after, difference, day) =>
      `Der Preis steigt am ${day} von ${before} auf ${after}: ${difference}.`,
    falls: (before, after, difference, day) =>
      `Der Preis sinkt am ${day} von ${before} auf ${after}: ${difference}.`,
    stays: (price) => `Der Preis bleibt bei ${price}.`,
    withoutCover:
      'An diesem Tag besteht kein Versicherungsschutz; die Preise sind die vereinbarten.',
    ended: 'Der Vertrag ist an diesem Tag beendet; die Preise sind die vereinbarten.',
    offered: 'Das ist der Preis, der für die nächste Laufzeit angeboten ist.',
    of: (heading, keys) => (keys === '' ? heading : `${heading} von ${keys}`),
    values: (count, place) => `${count} Werte in ${place}`,
    setting: (name) => `Einstellung ${name}`,
    itsItem: (field) => `was über ${field} bekannt ist`,
    otherItem: (field) => `eine andere Auswahl bei ${field}`,
    day: 'Tag der Berechnung',
    tariff: 'Tarif',
    structure: 'Rechenweg',
    rounding: 'Rundung',
  },
  fr: {
    rises: (before, after, difference, day) =>
      `Le prix passe de ${before} à ${after} le ${day} : ${difference}.`,
    falls: (before, after, difference, day) =>
      `Le prix baisse de ${before} à ${after} le ${day} : ${difference}.`,
    stays: (price) => `Le prix reste à ${price}.`,
    withoutCover:
      'Il n’y a pas de couverture ce jour-là ; les prix sont ceux qui ont été convenus.',
    ended: 'Le contrat a pris fin à cette date ; les prix sont ceux qui ont été convenus.',
    offered: 'C’est le prix de la prochaine période, qui est proposée.',
    of: (heading, keys) => (keys === '' ? heading : `${heading} pour ${keys}`),
    values: (count, place) => `${count} valeurs dans ${place}`,
    setting: (name) => `réglage ${name}`,
    itsItem: (field) => `ce que l’on sait de ${field}`,
    otherItem: (field) => `un autre choix pour ${field}`,
    day: 'jour du calcul',
    tariff: 'tarif',
    structure: 'mode de calcul',
    rounding: 'arrondi',
  },
  it: {
    rises: (before, after, difference, day) =>
      `Il prezzo sale da ${before} a ${after} il ${day}: ${difference}.`,
    falls: (before, after, difference, day) =>
      `Il prezzo scende da ${before} a ${after} il ${day}: ${difference}.`,
    stays: (price) => `Il prezzo resta ${price}.`,
    withoutCover: 'In questo giorno non c’è copertura; i prezzi sono quelli convenuti.',
    ended: 'In questo giorno la polizza è terminata; i prezzi sono quelli convenuti.',
    offered: 'È il prezzo del prossimo periodo, che è offerto.',
    of: (heading, keys) => (keys === '' ? heading : `${heading} di ${keys}`),
    values: (count, place) => `${count} valori in ${place}`,
    setting: (name) => `impostazione ${name}`,
    itsItem: (field) => `quanto si sa di ${field}`,
    otherItem: (field) => `un’altra scelta per ${field}`,
    day: 'giorno del calcolo',
    tariff: 'tariffa',
    structure: 'metodo di calcolo',
    rounding: 'arrotondamento',
  },
} as const satisfies Readonly<Record<HistoryLanguage, WhyWords>>
