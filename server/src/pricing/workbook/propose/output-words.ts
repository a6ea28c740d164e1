import { foldedLabel } from './find-label.ts'
import { premiumForIn } from './sale-words.ts'

/** What a label says that a number is. */
export type Meaning = 'gross' | 'net' | 'tax' | 'premium' | 'knockout' | 'commission'

const words: readonly (readonly [Meaning, RegExp])[] = [
  ['commission', /\b(\w*commissions?|\w*provision|courtage|net net|netto ?netto)\b/],
  ['knockout', /\b(declined?|decline|knock ?out|not insurable|ablehn\w*|refus\w*|rifiut\w*)\b/],
  // What includes the tax is no tax, nor is what comes before it.
  ['gross', /\b(incl\w*|inkl\w*|including|ttc)\b/],
  [
    'net',
    /\b(before|without|excl\w*|ohne|vor|hors|ht|senza|escluse?)\b.*\b(tax|taxes|\w*steuer|taxe|imposte?)\b/,
  ],
  ['net', /\b(net|netto\w*|nette|netta|imponibile)\b/],
  [
    'gross',
    /\b(gross|brutto\w*|brute|lordo|lorda|total (premium|price)|premium total|payable|to pay|gesamt(pramie|beitrag|preis)|zahlbetrag|prime totale|premio totale|totale da pagare)\b/,
  ],
  ['tax', /\b(tax|ipt|vat|\w*steuer(satz)?|taxe|imposta|imposte|tassa|stamp duty|stempelabgabe)\b/],
  ['premium', /\b(premium|price|\w*pramie|beitrag|jahresbeitrag|preis|prime|premio|cotisation)\b/],
]

export function meaningOf(label: string): Meaning | null {
  const text = foldedLabel(label)
  return words.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}

/** A part of a year's premium, such as an instalment. */
export function isOfPartOfYear(label: string): boolean {
  return premiumForIn(label) === 'payment'
}

export function saysRate(label: string): boolean {
  return /\b(rate|\w*satz|taux|aliquota|percentage|prozentsatz)\b|\bin %|\(%\)/.test(
    foldedLabel(label),
  )
}

/** What a label says of its amount: euros and francs, cents, or nothing. */
export function moneyIn(label: string): 'major' | 'minor' | null {
  const text = foldedLabel(label)
  if (/\b(cents?|rappen|centimes?|pence)\b/.test(text)) return 'minor'
  return /\b(eur|euros?|chf|franken|francs?|usd|dollars?|gbp|pounds?)\b|[€$£]/.test(text)
    ? 'major'
    : null
}

/** Numbers that belong to the tariff rather than to a customer. */
const tariffWords =
  /\b(rate|rates|factor|\w*faktor|\w*satz|minimum|mindest\w*|loading|\w*zuschlag|discount|rabatt|commission|provision|base|basis|tax|\w*steuer|fee|\w*gebuhr|\w*kosten|version|taux|facteur|coefficient|frais|remise|tasso|fattore|coefficiente|sconto|caricamento|spese|minimo)\b/

export function isOfTariff(label: string): boolean {
  return tariffWords.test(foldedLabel(label))
}

const todayWords =
  /^(today|quote date|date of (the )?quote|heute|stichtag|angebotsdatum|aujourd'hui|oggi|data (del )?preventivo|date du devis)$/

export function isToday(label: string): boolean {
  return todayWords.test(foldedLabel(label))
}
