import type { Answer, ChangeApprovalRules } from '@bindery/sdk'
import { readMoney } from '@bindery/checkout/form/numbers'
import { useLocale } from '../../words/formats.ts'

type Rule = Answer<'showApprovalRules'>['rules'][number]

/** A rule while somebody fills it in. */
export interface Draft {
  readonly act: Rule['act']
  readonly hasAmount: boolean
  readonly needs: 'one' | 'two' | 'above'
  readonly above: readonly { readonly currency: string; readonly amount: string }[]
}

/** Acts that move no amount need a second person always or never. */
const withoutAmount: ReadonlySet<string> = new Set([
  'publishing',
  'role_changes',
  'mass_endorsements',
])

export function draftOf({ act, needs_second_person: isForTwo, above }: Rule): Draft {
  const limits = (above ?? []).map(({ amount, currency }) => ({
    currency: currency.toUpperCase(),
    amount: inUnits(amount, currency),
  }))
  return {
    act,
    hasAmount: !withoutAmount.has(act),
    needs: !isForTwo ? 'one' : limits.length === 0 ? 'two' : 'above',
    above: limits.length === 0 ? [{ currency: 'EUR', amount: '' }] : limits,
  }
}

/** As it is typed: `500`, or `500.5` in the decimals of the currency. */
function inUnits(amount: number, currency: string): string {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return String(amount / 10 ** digits)
}

/** The body of the call; null as long as a currency or an amount is missing. */
export function useReadRules(): (drafts: readonly Draft[]) => ChangeApprovalRules | null {
  const locale = useLocale()
  return (drafts) => {
    const rules = drafts
      .filter(({ needs }) => needs !== 'one')
      .map(({ act, needs, above }) => ({
        act,
        ...(needs === 'above' ? { above: above.map((one) => readLimit(one, locale)) } : {}),
      }))
    const isWhole = rules.every(({ above = [] }) => above.every((one) => one !== null))
    return isWhole ? ({ rules } as ChangeApprovalRules) : null // None of them is null.
  }
}

function readLimit({ currency, amount }: Draft['above'][number], locale: string) {
  const code = currency.trim().toLowerCase()
  if (!/^[a-z]{3}$/.test(code)) return null
  const cents = readMoney(amount, locale, code.toUpperCase())
  return cents === null || cents < 0 ? null : { amount: cents, currency: code }
}
