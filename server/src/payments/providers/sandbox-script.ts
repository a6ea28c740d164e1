import type { JsonObject } from '../../kernel/index.ts'

/**
 * `pending` waits for a callback, `confirm` for the customer on the page of its bank; with `timeout` the money is taken but the answer gets lost; with
 * `unreached` the request itself does; `late` is made after three days; `charge_back` is made, and its
 * money taken back after a week.
 */
export const sandboxOutcomes = [
  'ok',
  'failed',
  'pending',
  'confirm',
  'timeout',
  'unreached',
  'late',
  'charge_back',
] as const
/** What becomes of a pending payment that we give up. */
export const sandboxVoids = ['ok', 'captured', 'timeout'] as const
/**
 * What becomes of a refund: `pending` is confirmed when asked for again, `stuck` never; with
 * `timeout` the money is given back but the answer gets lost; `failed` succeeds when retried.
 */
export const sandboxRefunds = ['ok', 'failed', 'pending', 'stuck', 'timeout'] as const
/**
 * What the mandate does that a payment gives: every instalment is collected, or declined so that
 * trying again may help or never will; `third_try` is declined twice; a `revoked` one is there no
 * longer. Others are as for payments. With `none` the payment gives no mandate.
 */
export const sandboxMandates = [
  'ok',
  'none',
  'soft_decline',
  'hard_decline',
  'third_try',
  'revoked',
  'late',
  'charge_back',
  'pending',
  'timeout',
  'unreached',
] as const

/** So often a mandate may change what it does. */
export const sandboxTurnsMax = 50

const declines = ['soft_decline', 'hard_decline', 'revoked'] as const
const plays = [...sandboxOutcomes, ...declines]
type Play = (typeof plays)[number]

interface MandateTurn {
  readonly from: string
  readonly mandate: (typeof sandboxMandates)[number]
}

/** All that the sandbox was asked to play of one payment. */
export interface Script {
  readonly outcome: Play
  readonly void: (typeof sandboxVoids)[number]
  readonly refund: (typeof sandboxRefunds)[number]
  readonly mandate: (typeof sandboxMandates)[number]
  /** From which day on the mandate does so, written as 20270131; every instalment before is collected. */
  readonly mandateFrom: string | null
  /** What it does instead from certain moments on, written as 20270131T120000, in their order. */
  readonly mandateThen: readonly MandateTurn[]
  /** The amount that is taken, where it is not the one that was asked for. */
  readonly amount: number | null
}

/** What a payment request says. */
export function scriptOf(options: JsonObject): Script {
  const { amount } = options
  return {
    outcome: sandboxOutcomes.find((one) => one === options['outcome']) ?? 'ok',
    void: sandboxVoids.find((one) => one === options['void']) ?? 'ok',
    refund: sandboxRefunds.find((one) => one === options['refund']) ?? 'ok',
    mandate: sandboxMandates.find((one) => one === options['mandate']) ?? 'ok',
    mandateFrom: dayOf(options['mandate_from']),
    mandateThen: turnsOf(options['mandate_then']),
    amount: Number.isSafeInteger(amount) ? Number(amount) : null,
  }
}

/** Only what is out of the ordinary, for example `sandbox-pending-void_timeout`. */
export function writeScript(script: Script): string | null {
  const parts = [
    script.outcome === 'ok' ? [] : script.outcome,
    script.void === 'ok' ? [] : `void_${script.void}`,
    script.refund === 'ok' ? [] : `refund_${script.refund}`,
    script.mandate === 'ok' ? [] : `mandate_${script.mandate}`,
    script.mandateFrom === null ? [] : `from_${script.mandateFrom}`,
    script.mandateThen.map(({ from, mandate }) => `then_${from}_${mandate}`),
    script.amount === null ? [] : `amount_${script.amount}`,
  ].flat()
  return parts.length === 0 ? null : ['sandbox', ...parts].join('-')
}

export function readScript(reference: string | null): Script {
  const parts = reference?.split('-') ?? []
  const after = (name: string) => parts.find((part) => part.startsWith(name))?.slice(name.length)
  const script = scriptOf({
    void: after('void_') ?? null,
    refund: after('refund_') ?? null,
    mandate: after('mandate_') ?? null,
    mandate_from: after('from_') ?? null,
    mandate_then: parts.flatMap((part) => {
      const [, from = '', mandate = ''] = /^then_(\w{15})_(\w+)$/.exec(part) ?? []
      return from === '' ? [] : [{ from, mandate }]
    }),
    amount: Number(after('amount_') ?? Number.NaN),
  })
  return { ...script, outcome: plays.find((one) => one === parts[1]) ?? 'ok' }
}

/** What a mandate is called that plays as the payment was asked to have it. */
export function writeMandate(script: Script): string {
  return writeScript({ ...script, outcome: 'ok', amount: null }) ?? 'sandbox'
}

/** What a payment plays that is collected by this mandate on that day, as this try of its invoice. */
export function scriptOfCollection(
  mandateReference: string,
  attempt: number,
  now: Temporal.Instant,
): Script {
  const script = readScript(mandateReference)
  const today = dayOf(now.toString()) ?? ''
  const hasBegun = script.mandateFrom === null || script.mandateFrom <= today
  const moment = momentOf(now.toString()) ?? ''
  const turned = script.mandateThen.findLast(({ from }) => from <= moment)
  const mandate = turned?.mandate ?? (hasBegun ? script.mandate : 'ok')
  return { ...script, outcome: playOf(mandate, attempt) }
}

function turnsOf(given: unknown): MandateTurn[] {
  const turns: readonly unknown[] = Array.isArray(given) ? given : []
  return turns
    .flatMap((turn) => {
      const { from: at, mandate: named }: { from?: unknown; mandate?: unknown } = Object(turn)
      const from = momentOf(at)
      const mandate = sandboxMandates.find((one) => one === named)
      return from === null || mandate === undefined ? [] : [{ from, mandate }]
    })
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
}

/** A moment of UTC as the sandbox writes it; a day is its first moment. */
function momentOf(text: unknown): string | null {
  if (typeof text !== 'string') return null
  if (/^\d{8}T\d{6}$/.test(text)) return text
  const day = dayOf(text)
  if (day === null) return null
  const time = /^T(\d\d):(\d\d):(\d\d)(?:\.\d+)?Z$/.exec(text.slice(10))
  return `${day}T${time === null ? '000000' : time.slice(1).join('')}`
}

/** A day of UTC as the sandbox writes it: one word without hyphens. */
function dayOf(text: unknown): string | null {
  const digits = typeof text === 'string' ? text.slice(0, 10).replaceAll('-', '') : ''
  return /^\d{8}$/.test(digits) ? digits : null
}

function playOf(mandate: Script['mandate'], attempt: number): Play {
  if (mandate === 'third_try') return attempt < 3 ? 'soft_decline' : 'ok'
  return mandate === 'none' ? 'revoked' : mandate
}
