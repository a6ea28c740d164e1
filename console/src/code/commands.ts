import type { OperationId } from '@bindery/sdk'
import type { ShownCall } from '../api/use-call.ts'
import type { World } from '../world.ts'
import { partsOf, text } from './as-text.ts'

/** Members that a command takes under another name; null for those that it does without. */
type Names = Readonly<Record<string, string | null>>

/** It checks by itself that the policy is the one that was seen. */
const byVersion: Names = { preview_token: null, 'If-Match': null }

/**
 * The command for a call, where there is one: its words, then what the path names. What query and body
 * say becomes options. A test holds that each of them exists.
 */
const commandOf: Partial<Record<OperationId, string | readonly [words: string, names: Names]>> = {
  listKeys: 'keys list',
  listAudit: 'audit',
  showPolicy: ['policies show', { known_at: 'known-at' }],
  showAccount: 'policies account',
  showTimeline: ['policies history', { known_at: null }],
  showPolicyHistory: 'policies history',
  comparePolicyVersions: 'policies compare',
  showPriceChange: 'policies why',
  cancelPolicy: [
    'policies cancel',
    {
      ...byVersion,
      termination_date: 'date',
      cancellation_reason: 'reason',
      cancellation_kind: 'kind',
      cancellation_reason_code: 'reason-code',
      received_on: 'received',
      occurred_on: 'occurred',
    },
  ],
  moveEnd: ['policies move-end', { ...byVersion, termination_date: 'date' }],
  withdrawPolicy: ['policies withdraw', { ...byVersion, received_on: 'received', sent_on: 'sent' }],
  reinstatePolicy: ['policies reinstate', byVersion],
  recordDelivery: ['policies delivered', { document: null, delivered_on: 'date' }],
  changePolicyholder: ['parties policyholder', byVersion],
  showParties: 'parties list',
  searchInvoices: ['invoices list', { policy_id: 'policy' }],
  showInvoice: 'invoices show',
  writeOffInvoice: 'invoices write-off',
  deferInvoice: ['invoices defer', { due_date: 'until' }],
  recordReceipt: ['receipts record', { currency: null, received_on: 'on', payer: null }],
  searchPayments: ['payments', { policy_id: 'policy' }],
  searchDunning: ['dunning list', { policy_id: null }],
  listHolds: ['dunning holds', { policy_id: null }],
  holdDunning: ['dunning hold', { policy_id: 'policy' }],
  releaseHold: 'dunning release',
  acceptRenewal: 'renewals accept',
  declineRenewal: 'renewals decline',
  retryRenewal: 'renewals retry',
  showCustomer: 'customers show',
  showCustomerAccount: 'customers account',
}

export function asCommand(call: ShownCall, mode: World['mode']): string | null {
  const command = commandOf[call.id]
  if (command === undefined) return null
  const [written, names] = typeof command === 'string' ? [command, {}] : command
  const { params = {}, query = {}, body } = partsOf(call)
  const given = Object.entries({ ...query, ...Object(body) } as Readonly<Record<string, unknown>>)
  const options = given.flatMap(([name, value]) => {
    const option = names[name] === undefined ? name.replaceAll('_', '-') : names[name]
    if (option === null || value === undefined || value === null || name === 'limit') return []
    if (typeof value === 'boolean') return value ? [`--${option}`] : []
    return [`--${option} ${shellWord(text(value))}`]
  })
  const key = mode === 'test' ? 'sk_test_…' : 'sk_live_…'
  const words = [written, ...Object.values(params).map(shellWord), ...options]
  return `BINDERY_SECRET_KEY=${key} npx bindery ${words.join(' ')}`
}

function shellWord(text: string): string {
  return /^[\w.:@/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
