import type { Answer, Policy } from '@bindery/sdk'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Loaded, Status, type Tone } from '../../frame/states.tsx'
import { useMoments, useMoney } from '../../words/formats.ts'
import { useWords } from '../../words/language.ts'
import { InvoiceActs } from './acts/invoice-acts.tsx'
import { MoneyActs } from './acts/money-acts.tsx'
import { kindWords } from './kind-words.ts'
import { Postings } from './postings.tsx'
import { StatementTable } from './statement-table.tsx'
import { policyWords } from './words.ts'

/** The account of the policy, and everything that it is made of. */
export function MoneyTab({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  return (
    <>
      <MoneyActs policy={policy} />
      <Upcoming policy={policy} />
      <h2>{words.invoices}</h2>
      <Invoices policy={policy} />
      <h2>{words.statement}</h2>
      <Statement policy={policy} />
      <h2>{words.payments}</h2>
      <Payments policy={policy} />
      <h2>{words.mandates}</h2>
      <Mandates policy={policy} />
      <h2>{words.postings}</h2>
      <Postings policy={policy} />
    </>
  )
}

/** The next period that will be asked for. */
function Upcoming({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const money = useMoney()
  const { day } = useMoments()
  const { data: timeline } = useCall('showTimeline', { params: { policyId: policy.id } })
  const next = timeline?.next_instalment ?? null
  if (next === null) return null
  return (
    <p>
      {words.upcoming(
        money(next.gross_payment_amount, policy.currency),
        day(next.due_date),
        day(next.issue_date),
      )}{' '}
      <span className="quiet">{words.ofPeriod(day(next.first_day), day(next.last_day))}</span>
    </p>
  )
}

function Statement({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const { day } = useMoments()
  const account = useCall('showAccount', { params: { policyId: policy.id } })
  return (
    <Loaded query={account}>
      {({ entries, currency, owed }) => (
        <StatementTable
          title={words.statement}
          currency={currency}
          owed={owed}
          entries={entries}
          neutral={({ total }) => total}
          more={(entry) => (
            <>
              <span className="quiet">
                {entry.first_day !== null &&
                  entry.last_day !== null &&
                  words.ofPeriod(day(entry.first_day), day(entry.last_day))}
                {entry.due_date !== null && words.dueOn(day(entry.due_date))}
                {entry.reason}
              </span>{' '}
              {entry.document !== null && (
                <a href={entry.document} target="_blank" rel="noreferrer">
                  PDF
                </a>
              )}
            </>
          )}
        />
      )}
    </Loaded>
  )
}

type Invoice = Answer<'searchInvoices'>[number]

const invoiceTone: Readonly<Record<Invoice['state'], Tone>> = {
  proposed: 'quiet',
  open: 'attention',
  settled: 'settled',
  void: 'quiet',
  written_off: 'failed',
}

function Invoices({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const money = useMoney()
  const { day } = useMoments()
  const [openId, setOpenId] = useState<string | null>(null)
  const invoices = useCall('searchInvoices', { query: { policy_id: policy.id, limit: '100' } })
  return (
    <Loaded query={invoices}>
      {(found) =>
        found.length === 0 ? (
          <p className="quiet">{words.noInvoices}</p>
        ) : (
          <div className="table-scroll" tabIndex={0} role="region" aria-label={words.invoices}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th>{words.number}</th>
                  <th>{words.state}</th>
                  <th>{words.due}</th>
                  <th className="number">{words.amount}</th>
                  <th className="number">{words.open}</th>
                  <th />
                </tr>
              </thead>
              <tbody>
                {found.map((invoice) => (
                  <tr key={invoice.id}>
                    <td>
                      {invoice.number ?? <span className="quiet">{words.noNumber}</span>}{' '}
                      <span className="quiet">{kinds.invoice[invoice.kind]}</span>
                    </td>
                    <td>
                      <Status tone={invoiceTone[invoice.state]}>
                        {kinds.invoiceState[invoice.state]}
                      </Status>
                    </td>
                    <td>{day(invoice.due_date)}</td>
                    <td className="number">{money(invoice.total, invoice.currency)}</td>
                    <td className="number">
                      {invoice.open === 0 ? '' : money(invoice.open, invoice.currency)}
                    </td>
                    <td className="number">
                      {invoice.state === 'open' && (
                        <button
                          type="button"
                          className="quiet-button"
                          aria-expanded={openId === invoice.id}
                          aria-label={`${words.acts}: ${invoice.number ?? words.noNumber}`}
                          onClick={() => setOpenId(openId === invoice.id ? null : invoice.id)}
                        >
                          {words.acts}
                        </button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {openId !== null && <InvoiceActs key={openId} invoiceId={openId} policy={policy} />}
          </div>
        )
      }
    </Loaded>
  )
}

const paymentTone = { pending: 'attention', ok: 'settled', failed: 'failed' } as const

function Payments({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const money = useMoney()
  const { moment } = useMoments()
  const payments = useCall('searchPayments', { query: { policy_id: policy.id, limit: '100' } })
  return (
    <Loaded query={payments} lines={2}>
      {(found) =>
        found.length === 0 ? (
          <p className="quiet">{words.noPayments}</p>
        ) : (
          <ul className="rows">
            {found.map((payment) => (
              <li key={payment.id}>
                <span>
                  <Status
                    tone={payment.doubts.length > 0 ? 'attention' : paymentTone[payment.status]}
                  >
                    {kinds.payment[payment.status]}
                  </Status>{' '}
                  <span className="quiet">
                    {kinds.method[payment.method] ?? payment.method}, {moment(payment.created_at)}
                  </span>
                </span>
                <span className="number">{money(payment.amount, payment.currency)}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function Mandates({ policy }: { readonly policy: Policy }) {
  const words = useWords(policyWords)
  const kinds = useWords(kindWords)
  const { moment } = useMoments()
  const mandates = useCall('showMandates', { params: { policyId: policy.id } })
  return (
    <Loaded query={mandates} lines={2}>
      {({ mandates: found }) =>
        found.length === 0 ? (
          <p className="quiet">{words.noMandates}</p>
        ) : (
          <ul className="rows">
            {found.map((one) => (
              <li key={one.id}>
                <span>
                  <Status tone={one.status === 'active' ? 'settled' : 'quiet'}>
                    {kinds.mandate[one.status]}
                  </Status>{' '}
                  <span className="quiet">
                    {kinds.method[one.method] ?? one.method} {one.hint}
                  </span>
                </span>
                <span className="quiet">{words.since(moment(one.created_at))}</span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
