/** The sentences of a policy's history, in one language. */
export interface HistoryWords {
  readonly sold: (first: string, last: string | null) => string
  readonly replaced: (field: string, before: string, after: string) => string
  /** Where there was nothing before. */
  readonly added: (field: string, after: string) => string
  readonly changedFrom: (what: string, day: string) => string
  readonly indexedFrom: (what: string, day: string) => string
  readonly adjustedFrom: (what: string, first: string) => string
  readonly taxChanged: (from: string, to: string, day: string) => string
  readonly nothing: string
  readonly cancelled: (last: string) => string
  readonly endMoved: (last: string) => string
  readonly withdrawn: (received: string) => string
  readonly lapsed: (last: string) => string
  readonly reinstated: (first: string) => string
  readonly renewed: (first: string) => string
  readonly suspended: (first: string) => string
  readonly resumed: (first: string) => string
  readonly revived: (first: string) => string
  readonly more: (amount: string) => string
  readonly back: (amount: string) => string
  readonly yes: string
  readonly no: string
}

export const historyWords = {
  en: {
    sold: (first, last) =>
      last === null ? `sold from ${first} on` : `sold from ${first} to ${last}`,
    replaced: (field, before, after) => `${field} from ${before} to ${after}`,
    added: (field, after) => `${field} is ${after}`,
    changedFrom: (what, day) => `${what} from ${day}`,
    indexedFrom: (what, day) => `by an index ${what} from ${day}`,
    adjustedFrom: (what, first) => `premium of the term from ${first} adjusted: ${what}`,
    taxChanged: (from, to, day) => `tax by law from ${from} to ${to} from ${day}`,
    nothing: 'nothing',
    cancelled: (last) => `cancelled to the end of ${last}`,
    endMoved: (last) => `end moved to ${last}`,
    withdrawn: (received) => `withdrawn, received on ${received}`,
    lapsed: (last) => `lapsed at the end of ${last}`,
    reinstated: (first) => `reinstated from ${first}`,
    renewed: (first) => `renewed from ${first}`,
    suspended: (first) => `suspended: no cover from ${first}`,
    resumed: (first) => `cover resumed from ${first}`,
    revived: (first) => `revived by payment: cover from ${first}`,
    more: (amount) => `${amount} charged`,
    back: (amount) => `${amount} credited`,
    yes: 'yes',
    no: 'no',
  },
  de: {
    sold: (first, last) =>
      last === null ? `verkauft ab ${first}` : `verkauft vom ${first} bis ${last}`,
    replaced: (field, before, after) => `${field} von ${before} auf ${after}`,
    added: (field, after) => `${field} ist ${after}`,
    changedFrom: (what, day) => `${what} ab ${day}`,
    indexedFrom: (what, day) => `durch Index ${what} ab ${day}`,
    adjustedFrom: (what, first) => `Beitragsabrechnung für die Laufzeit ab ${first}: ${what}`,
    taxChanged: (from, to, day) => `Steuersatz durch Gesetz von ${from} auf ${to} ab ${day}`,
    nothing: 'nichts',
    cancelled: (last) => `gekündigt zum Ende des ${last}`,
    endMoved: (last) => `Ende verlegt auf den ${last}`,
    withdrawn: (received) => `widerrufen, eingegangen am ${received}`,
    lapsed: (last) => `erloschen am Ende des ${last}`,
    reinstated: (first) => `wieder in Kraft ab ${first}`,
    renewed: (first) => `verlängert ab ${first}`,
    suspended: (first) => `ruht ab ${first}: keine Deckung`,
    resumed: (first) => `wieder gedeckt ab ${first}`,
    revived: (first) => `Kündigung durch Zahlung unwirksam: wieder gedeckt ab ${first}`,
    more: (amount) => `${amount} belastet`,
    back: (amount) => `${amount} zurück`,
    yes: 'ja',
    no: 'nein',
  },
  fr: {
    sold: (first, last) =>
      last === null ? `vendue à partir du ${first}` : `vendue du ${first} au ${last}`,
    replaced: (field, before, after) => `${field} de ${before} à ${after}`,
    added: (field, after) => `${field} : ${after}`,
    changedFrom: (what, day) => `${what} à partir du ${day}`,
    indexedFrom: (what, day) => `par indexation ${what} à partir du ${day}`,
    adjustedFrom: (what, first) => `prime de la période à partir du ${first} régularisée : ${what}`,
    taxChanged: (from, to, day) => `taux d’impôt légal de ${from} à ${to} à partir du ${day}`,
    nothing: 'rien',
    cancelled: (last) => `résiliée à la fin du ${last}`,
    endMoved: (last) => `fin déplacée au ${last}`,
    withdrawn: (received) => `révoquée, révocation reçue le ${received}`,
    lapsed: (last) => `éteinte à la fin du ${last}`,
    reinstated: (first) => `remise en vigueur à partir du ${first}`,
    renewed: (first) => `renouvelée à partir du ${first}`,
    suspended: (first) => `suspendue à partir du ${first} : aucune couverture`,
    resumed: (first) => `de nouveau couverte à partir du ${first}`,
    revived: (first) => `rétablie par le paiement : couverte à partir du ${first}`,
    more: (amount) => `${amount} facturés`,
    back: (amount) => `${amount} remboursés`,
    yes: 'oui',
    no: 'non',
  },
  it: {
    sold: (first, last) =>
      last === null ? `venduta dal ${first}` : `venduta dal ${first} al ${last}`,
    replaced: (field, before, after) => `${field} da ${before} a ${after}`,
    added: (field, after) => `${field}: ${after}`,
    changedFrom: (what, day) => `${what} dal ${day}`,
    indexedFrom: (what, day) => `per indicizzazione ${what} dal ${day}`,
    adjustedFrom: (what, first) => `premio del periodo dal ${first} regolato: ${what}`,
    taxChanged: (from, to, day) => `aliquota d’imposta di legge da ${from} a ${to} dal ${day}`,
    nothing: 'niente',
    cancelled: (last) => `disdetta alla fine del ${last}`,
    endMoved: (last) => `fine spostata al ${last}`,
    withdrawn: (received) => `revocata, revoca ricevuta il ${received}`,
    lapsed: (last) => `estinta alla fine del ${last}`,
    reinstated: (first) => `ripristinata dal ${first}`,
    renewed: (first) => `rinnovata dal ${first}`,
    suspended: (first) => `sospesa dal ${first}: nessuna copertura`,
    resumed: (first) => `di nuovo coperta dal ${first}`,
    revived: (first) => `riattivata con il pagamento: coperta dal ${first}`,
    more: (amount) => `${amount} addebitati`,
    back: (amount) => `${amount} restituiti`,
    yes: 'sì',
    no: 'no',
  },
} as const satisfies Readonly<Record<string, HistoryWords>>

export type HistoryLanguage = keyof typeof historyWords
