import { foldedLabel } from './find-label.ts'

/** How often one pays, or once. */
export type Frequency = 'once' | 'month' | 'quarter' | 'half_year' | 'year'
export type TermUnit = 'years' | 'months' | 'days'

/** What labels say in English, German, French and Italian, without marks on their letters. */
const start =
  /\b(start\w*|begin\w*|inception|commence\w*|effective|cover from|insured from|valid from|first day|departure|\w*beginn|gultig ab|versichert ab|abreise|hinreise|debut|prise d.effet|date d.effet|effet|assure des|premier jour|depart|inizio|decorrenza|effetto|partenza|primo giorno)\b/
const end =
  /\b(end|ends|ending|expir\w*|last day|return|valid until|insured until|\w*ende|\w*ablauf|gultig bis|versichert bis|ruckreise|ruckkehr|fin|echeance|dernier jour|retour|fine|scadenza|ritorno|ultimo giorno)\b/
const term =
  /\b(term|terms|duration|period of (insurance|cover)|(policy|insurance|cover|contract) (period|length)|length of (cover|trip|stay)|trip length|\w*laufzeit|\w*dauer|duree|durata|(number of|travel|trip) days|reisetage|anzahl (reise)?tage|nombre de jours|numero di giorni)\b/
/** The whole label: of `Days in hospital` nobody is sure. */
const onlyDays =
  /^\s*(((number of|how many|anzahl|wie viele|nombre de|numero di) )?(days|nights|tage|jours|giorni))\s*$/
const notTerm =
  /\b(since|claim\w*|schaden\w*|sinistr\w*|wait\w*|warte\w*|carence|carenza|deferred)\b/
const frequency =
  /\b((payment|premium|billing) (frequency|mode|interval|plan)|mode of payment|frequency|instal?ments?|paid|\w*zahlweise|zahlungsweise|zahlungsrhythmus|\w*ratenzahlung|ratenweise|zahlungsintervall|zahlperiode|fractionnement|periodicite|frequence|mode de paiement|echelonnement|frequenza|rateazione|rateizzazione|frazionamento|periodicita|modalita di pagamento)\b/
const birth = /\b(birth\w*|born|dob|geburt\w*|geboren|naissance|nascita|nato)\b/
const age = /\b(age|alter|eintrittsalter|eta)\b/

const units: readonly (readonly [TermUnit, RegExp])[] = [
  ['years', /\b(years?|yrs?|jahren?|ans?|annees?|anni|anno)\b/],
  ['months', /\b(months?|monaten?|mois|mesi|mese)\b/],
  ['days', /\b(days?|tagen?|\w*tage|jours?|giorni|giorno)\b/],
]

const frequencies: readonly (readonly [Frequency, RegExp])[] = [
  ['half_year', /\b(half|semi|halb|semest)\w*/],
  ['month', /\b(month|monat|mensu|mois|mensil)\w*|\b1\/12\b/],
  ['quarter', /\b(quarter|quartal|viertel|trimest)\w*|\b1\/4\b/],
  ['year', /\b(year|annual|jahr|annue|annuo|per annum|par an)\w*|\bp\.? ?a\b|\b1\/1\b/],
  ['once', /\b(once|single|lump|einmal|unique|unic|une fois|one.?off)\w*/],
]

export const saysStart = (label: string) => says(start, label) && !says(birth, label)
export const saysEnd = (label: string) => says(end, label) && !says(birth, label)
export const saysBirth = (label: string) => says(birth, label)
export const saysAge = (label: string) => says(age, label)
export const saysFrequency = (label: string) => says(frequency, label)

/** Whether a label says how long cover lasts, such as `Laufzeit (Jahre)`. */
export function saysTerm(label: string): boolean {
  return (says(term, label) || says(onlyDays, label)) && !says(notTerm, label)
}

/** Whether a label says something that a sale needs to know, whether or not a price depends on it. */
export function saysOfSale(label: string): boolean {
  return [saysStart, saysEnd, saysTerm, saysFrequency].some((one) => one(label))
}

/** The unit that a label names; null where it names none. */
export function unitIn(label: string): TermUnit | null {
  return units.find(([, words]) => says(words, label))?.[0] ?? null
}

/** How often one pays who gives this answer: a word, or a number of payments a year. */
export function frequencyOf(answer: string): Frequency | null {
  const perYear = byNumber[answer.trim()]
  if (perYear !== undefined) return perYear
  return frequencies.find(([, words]) => says(words, answer))?.[0] ?? null
}

const byNumber: Readonly<Record<string, Frequency>> = {
  1: 'year',
  2: 'half_year',
  4: 'quarter',
  12: 'month',
}

/** Whether a label says that its amount is for a year, or for one payment; null where it says neither. */
export function premiumForIn(label: string): 'year' | 'payment' | null {
  if (says(onePayment, label)) return 'payment'
  return says(oneYear, label) ? 'year' : null
}

const onePayment =
  /\b(instal?lments?|per payment|each payment|monthly|quarterly|(per|pro|par|je|a|al) (month|monat|mois|mese|quarter|quartal|trimestre|rate|zahlung|payment|rata|versement|echeance)|monats\w*|quartals\w*|monatlich\w*|\w*rate|zahlbetrag|ratenbetrag|mensuel\w*|mensil\w*|rata)\b/
const oneYear =
  /\b(yearly|annual\w*|jahrlich\w*|jahres\w*|annuel\w*|annuo|annua|annuale|p\.? ?a|(per|pro|par|al) (year|jahr|annum|an|anno))\b/

function says(words: RegExp, label: string): boolean {
  return words.test(foldedLabel(label).replaceAll(/[_\-.]+/g, ' '))
}
