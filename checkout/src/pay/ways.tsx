import type { Form } from '@bindery/sdk/generated'
import type { Way, WayProps } from './way.ts'

type Method = Form['subscription_plans'][number]['methods'][number]

const invoice: Way = {
  provider: 'invoice',
  button: 'order',
  title: (words) => words.payInvoice,
  note: (words) => words.payInvoiceNote,
  paymentOptions: () => ({}),
}

const outcomes = ['ok', 'failed', 'pending', 'confirm'] as const

/** For trying out: the customer decides what the bank does. */
const sandbox: Way = {
  provider: 'sandbox',
  button: 'pay',
  title: (words) => words.payCard,
  note: (words) => words.payCardNote,
  View: SandboxCard,
  paymentOptions: ({ outcome }) => ({
    sandbox: { outcome: outcomes.find((one) => one === outcome) ?? 'ok' },
  }),
}

function SandboxCard({ words, entered, enter }: WayProps) {
  const labels = {
    ok: words.payCardOk,
    failed: words.payCardDeclined,
    pending: words.payCardPending,
    confirm: words.payCardConfirm,
  }
  return (
    <fieldset class="field">
      <legend part="label">{words.payCardOutcome}</legend>
      <div class="choices wide">
        {outcomes.map((outcome) => (
          <label key={outcome} class="choice" part="choice">
            <input
              type="radio"
              name="outcome"
              value={outcome}
              checked={(entered['outcome'] ?? 'ok') === outcome}
              onChange={() => enter('outcome', outcome)}
            />
            <span>{labels[outcome]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const stripeCard: Way = {
  provider: 'stripe',
  method: 'card',
  button: 'continue',
  title: (words) => words.payByCard,
  note: (words) => words.payByCardNote,
  paymentOptions: () => ({}),
}

/** A debit that was ordered: its money takes days. */
export const debitId = 'stripe/sepa_debit'

const stripeDebit: Way = {
  ...stripeCard,
  method: 'sepa_debit',
  title: (words) => words.payByDebit,
  note: (words) => words.payByDebitNote,
}

const ways: readonly Way[] = [invoice, sandbox, stripeCard, stripeDebit]

/**
 * Undefined for a provider that this page does not speak. One that an insurer has declared under a name
 * of its own is an invoice to the customer.
 */
export function wayOf({
  provider,
  method,
  collects_elsewhere: isInvoiced,
}: Method): Way | undefined {
  const way = ways.find(
    (one) => one.provider === provider && (one.method === undefined || one.method === method),
  )
  return way ?? (isInvoiced && provider !== 'distributor' ? invoice : undefined)
}
