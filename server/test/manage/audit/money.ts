import { statedCommission, unstatedCommission } from '../../builders/commission.ts'
import { differenceOf } from '../../builders/disputes.ts'
import { contradictedPayment, refundThat } from '../../builders/doubts.ts'
import { companyQuote } from '../../builders/company-quote.ts'
import { declaredByStranger } from '../../builders/declared.ts'
import { savedLead } from '../../builders/lead.ts'
import { lapseInDoubt, openCaseId } from '../../builders/dunning.ts'
import { managerOn } from '../../builders/manager.ts'
import { massBefore } from '../../builders/mass-endorsements.ts'
import { sellerOn, soldPolicy } from '../../builders/sale.ts'
import { creditPayout, pendingPayout, policyWithCredit } from '../../builders/payouts.ts'
import { soldOnAccount, trackReceipts, unmatchedReceipt } from '../../builders/tracked.ts'
import { type AuditStage, type Changes, type Made, entry } from './stage.ts'

const massActs = {
  start: { action: 'mass_endorsement.started', before: 'previewed', after: 'running' },
  stop: { action: 'mass_endorsement.stopped', before: 'running', after: 'stopped' },
  resume: { action: 'mass_endorsement.resumed', before: 'stopped', after: 'running' },
} as const

const sharedView = { list: 'events', name: 'All', query: '', shared: true }

/** A task, without what people wrote. */
const task = {
  status: 'open',
  assignee_id: null,
  due_date: null,
  policy_id: null,
  customer_id: null,
}

/** Changes of what customers owe and pay, and what is shown of them. */
export function moneyChanges(stage: AuditStage): Changes {
  const { post } = stage
  return {
    'POST /manage/payments/:paymentId/resolve': async () => {
      const id = await contradictedPayment(stage.platform, sellerOn(stage.platform))
      return {
        act: async () => {
          const note = 'It stands in the statement.'
          await post(`/manage/payments/${id}/resolve`, { outcome: 'ok', note })
          const before = { status: 'ok', doubt: 'contradicted' }
          return entry('payment.resolved', id, before, { status: 'ok', doubt: null, note })
        },
      }
    },
    'POST /manage/leads/:leadId/reveal': async () => {
      const { id } = await savedLead(stage.platform)
      return {
        act: async () => {
          const body = { field: 'email', reason: 'The customer called.' }
          await post(`/manage/leads/${id}/reveal`, body)
          return entry('personal_data.revealed', id, null, body)
        },
      }
    },
    'POST /manage/quotes/:quoteId/reveal': async () => {
      const id = await companyQuote(stage.platform)
      return {
        act: async () => {
          const body = { field: 'customer_input.company', reason: 'The customer called.' }
          await post(`/manage/quotes/${id}/reveal`, body)
          return entry('personal_data.revealed', id, null, body)
        },
      }
    },
    'POST /manage/policies/:policyId/reveal': async () => {
      const { id } = await soldPolicy(sellerOn(stage.platform))
      return {
        act: async () => {
          const body = { field: 'email', reason: 'The customer called.' }
          await post(`/manage/policies/${id}/reveal`, body)
          return entry('personal_data.revealed', id, null, body)
        },
      }
    },
    'POST /manage/invoices/:invoiceId/write_off': async () => {
      await trackReceipts(stage.platform)
      const { invoice } = await soldOnAccount(stage.platform)
      return {
        act: async () => {
          const reason = 'The company was dissolved.'
          await post(`/manage/invoices/${invoice.id}/write_off`, { reason })
          const before = { state: 'open', open: invoice.total }
          const after = { state: 'written_off', open: 0, reason }
          return entry('invoice.written_off', invoice.id, before, after)
        },
      }
    },
    'POST /manage/invoices/:invoiceId/defer': async () => {
      await trackReceipts(stage.platform)
      const { invoice } = await soldOnAccount(stage.platform)
      return {
        act: async () => {
          const deferral = { due_date: '2027-12-01', reason: 'Agreed by phone.' }
          await post(`/manage/invoices/${invoice.id}/defer`, deferral)
          const before = { due_date: invoice.due_date }
          return entry('invoice.deferred', invoice.id, before, deferral)
        },
      }
    },
    'POST /manage/policies/:policyId/parties': async () => {
      const { id } = await soldPolicy(sellerOn(stage.platform))
      return {
        act: async () => {
          const reason = 'Born.'
          const made = await post(`/manage/policies/${id}/parties`, {
            role: 'insured',
            last_name: 'Kind',
            reason,
          })
          return entry('policy.party_added', id, null, partyAudited(made, { until: null, reason }))
        },
      }
    },
    'POST /manage/policies/:policyId/parties/:partyId/end': async () => {
      const { id } = await soldPolicy(sellerOn(stage.platform))
      const parties = `/manage/policies/${id}/parties`
      const made = await post(parties, { role: 'insured', last_name: 'Kind', reason: 'Born.' })
      return {
        act: async () => {
          const reason = 'Moved.'
          const { until = '' } = await post(`${parties}/${made.id}/end`, { reason })
          return entry('policy.party_ended', id, null, partyAudited(made, { until, reason }))
        },
      }
    },
    'POST /manage/customers/:customerId/join': async () => {
      const [id, other] = [await soldCustomer(stage), await soldCustomer(stage)]
      return {
        act: async () => {
          const body = { customer_id: other, reason: 'The same.' }
          await post(`/manage/customers/${id}/join`, body)
          const after = { other_customer_id: other, reason: body.reason }
          return entry('customer.joined', id, null, after)
        },
      }
    },
    'POST /manage/customers/:customerId/split': async () => {
      const [id, other] = [await soldCustomer(stage), await soldCustomer(stage)]
      await post(`/manage/customers/${id}/join`, { customer_id: other, reason: 'The same.' })
      return {
        act: async () => {
          const reason = 'Two persons.'
          await post(`/manage/customers/${other}/split`, { reason })
          return entry('customer.split', id, null, { other_customer_id: other, reason })
        },
      }
    },
    'POST /manage/policies/:policyId/manual_entries': async () => {
      const { id } = await soldPolicy(sellerOn(stage.platform))
      return {
        act: async () => {
          const given = { kind: 'goodwill', amount: 2000, reason: 'A delay.' }
          const made = await post(`/manage/policies/${id}/manual_entries`, given)
          const after = { policy_id: id, ...given, document_id: made.invoice_id ?? '' }
          return entry('manual_entry.created', made.id, null, after)
        },
      }
    },
    'POST /manage/policies/:policyId/manual_entries/:entryId/reverse': async () => {
      const { id } = await soldPolicy(sellerOn(stage.platform))
      const entries = `/manage/policies/${id}/manual_entries`
      const fee = { kind: 'fee', amount: 500, text: 'Copy', reason: 'Asked for.' }
      const made = await post(entries, fee)
      return {
        act: async () => {
          const reason = 'The wrong policy.'
          const back = await post(`${entries}/${made.id}/reverse`, { reason })
          const after = { kind: 'fee', amount: -500, reason, document_id: back.invoice_id ?? '' }
          return entry('manual_entry.reversed', made.id, null, { by: back.id, ...after })
        },
      }
    },
    'POST /manage/policies/:policyId/pay_out': async () => {
      const id = await policyWithCredit(stage.platform)
      return {
        act: async () => {
          const order = { reason: 'On the phone.' }
          const made = (await post(`/manage/policies/${id}/pay_out`, order)) as unknown as {
            amount: number
            refunds: { id: string }[]
            payouts: { id: string }[]
          } // It was paid out.
          const refunds = made.refunds.map((refund) => refund.id)
          const payout_id = made.payouts[0]?.id ?? null
          return entry('credit.paid_out', id, null, {
            amount: made.amount,
            ...order,
            payout_id,
            refunds,
          })
        },
      }
    },
    'POST /manage/payouts/:payoutId/account': async () => {
      const id = await creditPayout(stage.platform)
      return {
        act: async () => {
          await post(`/manage/payouts/${id}/account`, { iban: 'DE02120300000000202051' })
          const before = { state: 'needs_account', last4: null }
          const after = { state: 'pending', last4: '2051', paid_from_it: false }
          return entry('payout.account_set', id, before, after)
        },
      }
    },
    'POST /manage/payouts/:payoutId/release': async () => {
      const id = await pendingPayout(stage.platform)
      return {
        act: async () => {
          const { amount } = (await post(`/manage/payouts/${id}/release`)) as Made & {
            amount: number
          } // It has one.
          const after = { released: true, amount, last4: '3000' }
          return entry('payout.released', id, { released: false }, after)
        },
      }
    },
    'POST /manage/payouts/:payoutId/resolve': async () => {
      const id = await pendingPayout(stage.platform)
      return {
        act: async () => {
          await post(`/manage/payouts/${id}/resolve`, { outcome: 'done' })
          const after = { state: 'done', outcome: 'done', note: null }
          return entry('payout.resolved', id, { state: 'pending' }, after)
        },
      }
    },
    'POST /manage/payout_batches': async () => {
      await pendingPayout(stage.platform)
      return {
        act: async () => {
          const { id, count, totals } = (await post('/manage/payout_batches', {})) as Made & {
            count: number
            totals: { currency: string; amount: number }[]
          } // It was exported.
          return entry('payouts.exported', id, null, { payouts: count, totals })
        },
      }
    },
    'POST /manage/distributors/:distributorId/commission_agreements': async () => {
      const { distributor_id: distributorId } = await unstatedCommission(stage.platform)
      return {
        act: async () => {
          const terms = { first_day: '2099-01-01', earned: 'payment', payout: 'set_off' }
          const path = `/manage/distributors/${distributorId}/commission_agreements`
          const { id } = await post(path, terms)
          const after = { ...terms, distributor_id: distributorId, liability_months: null }
          return entry('commission.agreed', id, null, after)
        },
      }
    },
    'POST /manage/commission_statements': async () => {
      const unstated = await unstatedCommission(stage.platform)
      return {
        act: async () => {
          const made = await post('/manage/commission_statements', { ...unstated })
          const after = { ...unstated, amount: Number(Reflect.get(made, 'balance')) }
          return entry('commission.statement_made', made.id, null, after)
        },
      }
    },
    'POST /manage/commission_statements/:statementId/done': async () => {
      const { id } = await statedCommission(stage.platform)
      return {
        act: async () => {
          const done = { done_on: '2026-11-01', reference: 'Transfer 17' }
          await post(`/manage/commission_statements/${id}/done`, done)
          return entry('commission.statement_done', id, null, done)
        },
      }
    },
    'POST /manage/mass_endorsements': async () => ({
      act: async () => {
        const rest = { kind: 'tax_rate', tax_rate: { from: '19', to: '21' }, reason: 'The law.' }
        const law = { ...rest, effective_date: '2031-01-01' }
        const made = await post('/manage/mass_endorsements', { product_id: 'cyber', ...law })
        const after = { product_id: made.product_id ?? '', ...law }
        return entry('mass_endorsement.created', made.id, null, after)
      },
    }),
    ...Object.fromEntries(
      (['start', 'stop', 'resume'] as const).map((act) => [
        `POST /manage/mass_endorsements/:massEndorsementId/${act}`,
        async () => {
          const id = await massBefore(stage.platform, act)
          return {
            act: async () => {
              await post(`/manage/mass_endorsements/${id}/${act}`)
              const { action, ...states } = massActs[act]
              // Another test starts one of the same product.
              await stage.platform.runDue()
              return entry(action, id, { status: states.before }, { status: states.after })
            },
          }
        },
      ]),
    ),
    'POST /manage/closings': async () => ({
      act: async () => {
        const { id } = await post('/manage/closings', { month: '2027-02' })
        return entry('month.closed', id, null, { month: '2027-02' })
      },
    }),
    'POST /manage/invoices/:invoiceId/receipts': async () => {
      await trackReceipts(stage.platform)
      const { invoice } = await soldOnAccount(stage.platform)
      return {
        act: async () => {
          const receipt = { amount: 100, currency: invoice.currency, received_on: '2027-03-01' }
          const { id } = await post(`/manage/invoices/${invoice.id}/receipts`, receipt)
          const before = { state: 'open', open: invoice.total }
          return entry('receipt.recorded', id, before, { invoice_id: invoice.id, amount: 100 })
        },
      }
    },
    'POST /manage/receipts/import': async () => ({
      act: async () => {
        const id = await unmatchedReceipt(stage.platform)
        return entry('receipts.imported', id, null, { receipts: 1, amount: 146_241 })
      },
    }),
    'POST /manage/receipts/:receiptId/match': async () => {
      await trackReceipts(stage.platform)
      const { invoice } = await soldOnAccount(stage.platform)
      const id = await unmatchedReceipt(stage.platform, invoice.currency)
      return {
        act: async () => {
          const matched = await post(`/manage/receipts/${id}/match`, { invoice_id: invoice.id })
          const { payment_id } = matched as Made & { payment_id: string } // It was posted.
          const after = { state: 'matched', invoice_id: invoice.id, payment_id }
          return entry('receipt.matched', id, { state: 'unmatched' }, after)
        },
      }
    },
    'POST /manage/withdrawals/:declarationId/settle': async () => {
      const seller = sellerOn(stage.platform)
      const { id: policyId, version_id: version } = await soldPolicy(seller)
      await seller.cancel(policyId, version)
      await stage.platform.runDue(['assemble_transaction'])
      const settled = await declaredByStranger(stage.platform)
      await post(`/manage/withdrawals/${settled}/settle`, {
        outcome: 'settled',
        policy_id: policyId,
      })
      const id = await declaredByStranger(stage.platform)
      return {
        act: async () => {
          const body = { outcome: 'refused', reason: 'It came too late.' }
          await post(`/manage/withdrawals/${id}/settle`, body)
          const [before, after] = [{ state: 'open' }, { state: 'refused' }]
          const policy_id = null
          return entry('withdrawal.refused', id, { ...before, policy_id }, { ...after, policy_id })
        },
      }
    },
    'POST /manage/receipts/:receiptId/dismiss': async () => {
      const id = await unmatchedReceipt(stage.platform)
      return {
        act: async () => {
          const reason = 'Interest.'
          await post(`/manage/receipts/${id}/dismiss`, { reason })
          const after = { state: 'dismissed', reason }
          return entry('receipt.dismissed', id, { state: 'unmatched' }, after)
        },
      }
    },
    'POST /manage/reconciliation/:itemId/accept': async () => {
      const id = await difference(stage)
      return {
        act: async () => {
          const reason = 'A rounding.'
          await post(`/manage/reconciliation/${id}/accept`, { reason })
          const before = { state: 'unmatched', problem: 'other_amount' }
          const after = { state: 'accepted', difference: -1_000, currency: 'eur', reason }
          return entry('reconciliation.accepted', id, before, after)
        },
      }
    },
    'POST /manage/reconciliation/:itemId/reopen': async () => {
      const id = await difference(stage)
      const reason = 'A rounding.'
      await post(`/manage/reconciliation/${id}/accept`, { reason })
      return {
        act: async () => {
          await post(`/manage/reconciliation/${id}/reopen`)
          const before = { state: 'accepted', difference: -1_000, currency: 'eur', reason }
          const after = { state: 'unmatched', problem: 'other_amount' }
          return entry('reconciliation.reopened', id, before, after)
        },
      }
    },
    'POST /manage/views': async () => ({
      act: async () => {
        const { id } = await post('/manage/views', sharedView)
        return entry('view.shared', id, null, { list: 'events', is_shared: true })
      },
    }),
    'PATCH /manage/views/:viewId': async () => {
      const { id } = await post('/manage/views', sharedView)
      return {
        act: async () => {
          await managerOn(stage.platform).patch(`/manage/views/${id}`, { shared: false })
          const before = { list: 'events', is_shared: true }
          return entry('view.shared', id, before, { list: 'events', is_shared: false })
        },
      }
    },
    'DELETE /manage/views/:viewId': async () => {
      const { id } = await post('/manage/views', sharedView)
      return {
        act: async () => {
          await managerOn(stage.platform).delete(`/manage/views/${id}`)
          return entry('view.shared', id, { list: 'events', is_shared: true }, null)
        },
      }
    },
    'POST /manage/tasks': async () => ({
      act: async () => {
        const { id } = await post('/manage/tasks', { title: 'Call Hanna.', due_date: '2027-06-30' })
        return entry('task.created', id, null, { ...task, due_date: '2027-06-30' })
      },
    }),
    'PATCH /manage/tasks/:taskId': async () => {
      const { id } = await post('/manage/tasks', { title: 'Call Hanna.' })
      return {
        act: async () => {
          await managerOn(stage.platform).patch(`/manage/tasks/${id}`, { status: 'done' })
          return entry('task.changed', id, task, { ...task, status: 'done' })
        },
      }
    },
    'POST /manage/notes': async () => {
      const { id: policy_id } = await soldPolicy(sellerOn(stage.platform))
      return {
        act: async () => {
          const { id } = await post('/manage/notes', { policy_id, body: 'Hanna called.' })
          return entry('note.written', id, null, { policy_id, customer_id: null })
        },
      }
    },
    'DELETE /manage/notes/:noteId': async () => {
      const { id: policy_id } = await soldPolicy(sellerOn(stage.platform))
      const { id } = await post('/manage/notes', { policy_id, body: 'Hanna called.' })
      return {
        act: async () => {
          await managerOn(stage.platform).delete(`/manage/notes/${id}`)
          return entry('note.removed', id, { policy_id, customer_id: null }, null)
        },
      }
    },
    'POST /manage/dunning/holds': async () => {
      const { id: policyId } = await soldPolicy(sellerOn(stage.platform))
      return {
        act: async () => {
          const held = { policy_id: policyId, until: '2027-06-30', reason: 'A flood.' }
          const { id } = await post('/manage/dunning/holds', held)
          return entry('dunning.held', id, null, held)
        },
      }
    },
    'POST /manage/dunning/holds/:holdId/release': async () => {
      const { id: policyId } = await soldPolicy(sellerOn(stage.platform))
      const held = { policy_id: policyId, until: '2027-06-30', reason: 'A flood.' }
      const { id } = await post('/manage/dunning/holds', held)
      return {
        act: async () => {
          await post(`/manage/dunning/holds/${id}/release`, {})
          return entry('dunning.released', id, { until: '2027-06-30' }, { until: null })
        },
      }
    },
    'POST /manage/refunds/:refundId/resolve': async () => {
      const id = await refundThat(stage.platform, sellerOn(stage.platform), 'failed')
      return {
        act: async () => {
          const note = 'The card is open again.'
          await post(`/manage/refunds/${id}/resolve`, { outcome: 'retry', note })
          const before = { status: 'failed', doubt: 'failed', attempt: 1 }
          return entry('refund.resolved', id, before, { status: 'pending', attempt: 2, note })
        },
      }
    },
    'POST /manage/dunning/:caseId/legal-action': async () => {
      const id = await openCaseId(stage.platform)
      return {
        act: async () => {
          const claimed = { date: '2031-06-03', evidence: 'Claim no. 12 at the court.' }
          await post(`/manage/dunning/${id}/legal-action`, claimed)
          return entry('dunning.legal_action_recorded', id, { date: null }, claimed)
        },
      }
    },
    'POST /manage/dunning/:caseId/lapse': async () => {
      const id = await lapseInDoubt(stage.platform)
      return {
        act: async () => {
          const decided = { decision: 'uphold', reason: 'The customer wants so.' }
          await post(`/manage/dunning/${id}/lapse`, decided)
          return entry('dunning.lapse_decided', id, null, decided)
        },
      }
    },
  }
}

async function soldCustomer({ platform }: AuditStage): Promise<string> {
  const seller = sellerOn(platform)
  const { id } = await soldPolicy(seller)
  return (await seller.get(`/policies/${id}`)).json<{ customer_id: string }>().customer_id
}

function partyAudited(
  { id: party_id, from = '' }: Made,
  others: { readonly until: string | null; readonly reason: string },
) {
  return { party_id, role: 'insured', from, ...others, ended_mandate_id: null }
}

/** Ten less at the provider than was paid for a policy. */
async function difference({ platform }: AuditStage): Promise<string> {
  return differenceOf(platform, (await soldPolicy(sellerOn(platform))).id)
}
