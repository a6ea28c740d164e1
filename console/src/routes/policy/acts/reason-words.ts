import { defineWords } from '../../../words/language.ts'
import { byValue } from '../by-value.ts'

/** Why acts are refused, by the codes of the API. Others are said in the words of the server. */
export const reasonWords = defineWords({
  en: {
    notNow: 'Not now.',
    permission: (permission: string) =>
      `You lack the permission ${permission}. An administrator gives it.`,
    codes: byValue({
      not_cancelled: 'The policy is not cancelled.',
      not_paid: 'The policy is not paid yet.',
      already_cancelled: 'The policy is cancelled already.',
      policy_cancelled: 'The policy is cancelled.',
      policy_expired: 'The policy has expired.',
      policy_withdrawn: 'The customer has withdrawn.',
      modification_in_progress: 'Another change is in progress.',
      no_right_of_withdrawal: 'The product gives no right of withdrawal.',
      withdrawal_period_over: 'The withdrawal period is over.',
      no_end_to_move: 'The policy is not cancelled, so no end can be moved.',
      cover_is_over: 'Cover is over already.',
      too_late_to_reinstate: 'It is too late to reinstate the policy.',
      no_credit: 'The customer has no credit.',
      credit_too_small: 'The credit is too small to be paid out.',
    }),
  },
  de: {
    notNow: 'Derzeit nicht möglich.',
    permission: (permission: string) =>
      `Ihnen fehlt die Berechtigung ${permission}. Ein Administrator vergibt sie.`,
    codes: byValue({
      not_cancelled: 'Der Vertrag ist nicht gekündigt.',
      not_paid: 'Der Vertrag ist noch nicht bezahlt.',
      already_cancelled: 'Der Vertrag ist schon gekündigt.',
      policy_cancelled: 'Der Vertrag ist gekündigt.',
      policy_expired: 'Der Vertrag ist abgelaufen.',
      policy_withdrawn: 'Der Kunde hat widerrufen.',
      modification_in_progress: 'Eine andere Änderung wird gerade ausgeführt.',
      no_right_of_withdrawal: 'Das Produkt gibt kein Widerrufsrecht.',
      withdrawal_period_over: 'Die Widerrufsfrist ist abgelaufen.',
      no_end_to_move: 'Der Vertrag ist nicht gekündigt, also gibt es kein Ende zu verlegen.',
      cover_is_over: 'Der Schutz ist schon beendet.',
      too_late_to_reinstate: 'Für eine Wiederinkraftsetzung ist es zu spät.',
      no_credit: 'Der Kunde hat kein Guthaben.',
      credit_too_small: 'Das Guthaben ist für eine Auszahlung zu klein.',
    }),
  },
})
