import type { Policy, TransactionPreview } from '@bindery/sdk'
import { useMoments, useMoney } from '../../../words/formats.ts'
import { useWords } from '../../../words/language.ts'
import { SegmentBar } from '../segment-bar.tsx'
import { useFields } from '../show-value.ts'
import { plusDays } from '../use-today.ts'
import { useFormOf } from '../use-form.ts'
import { policyWords } from '../words.ts'
import { actWords } from './words.ts'

/** What a transaction comes to: days, cents, documents and who gets them. */
export function Preview({
  preview,
  policy,
}: {
  readonly preview: TransactionPreview
  readonly policy: Policy
}) {
  const words = useWords(actWords)
  const ofPolicy = useWords(policyWords)
  const money = useMoney()
  const { day } = useMoments()
  const { data: form } = useFormOf(policy)
  const { label } = useFields(form)
  const { refund, invoice, credit, timeline, charges, documents, conflicts } = preview
  const { currency } = refund
  const amount = (cents: number) => money(cents, currency)
  const premiums = [timeline.before, timeline.after].map(
    (segments) =>
      segments.findLast(({ first_day: first }) => first <= preview.effective_date)
        ?.gross_payment_amount ??
      segments[0]?.gross_payment_amount ??
      0,
  )
  const [before = 0, after = 0] = premiums
  const last =
    preview.termination_date !== null
      ? plusDays(preview.termination_date, 30)
      : plusDays(
          [...timeline.before, ...timeline.after]
            .map((one) => one.first_day)
            .toSorted()
            .at(-1) ?? preview.effective_date,
          180,
        )
  return (
    <div className="preview">
      <dl className="values">
        <div>
          <dt>{preview.termination_date === null ? words.effective : words.lastDay}</dt>
          <dd>{day(preview.termination_date ?? preview.effective_date)}</dd>
        </div>
        {before !== after && (
          <div>
            <dt>{words.premium}</dt>
            <dd>{words.premiumMoves(amount(before), amount(after))}</dd>
          </div>
        )}
        {invoice !== null && (
          <div>
            <dt>{words.invoice}</dt>
            <dd>
              {invoice.is_paid_first
                ? words.paidFirst(amount(invoice.amount), day(invoice.due_date ?? ''))
                : words.invoiceDue(
                    amount(invoice.amount),
                    invoice.due_date === null ? '' : day(invoice.due_date),
                  )}
              {invoice.arrears > 0 && (
                <span className="quiet">{words.arrears(amount(invoice.arrears))}</span>
              )}
            </dd>
          </div>
        )}
        {refund.amount > 0 && (
          <div>
            <dt>{words.refund}</dt>
            <dd>{words.refundOf(amount(refund.amount))}</dd>
          </div>
        )}
        {credit > 0 && (
          <div>
            <dt>{ofPolicy.credit}</dt>
            <dd>{words.creditStays(amount(credit))}</dd>
          </div>
        )}
        {invoice === null && refund.amount === 0 && credit <= 0 && (
          <div>
            <dt>{ofPolicy.amount}</dt>
            <dd>{words.nothing}</dd>
          </div>
        )}
        <div>
          <dt>{words.documents}</dt>
          <dd>
            {documents.length === 0
              ? words.noDocuments
              : documents.map(({ name }) => name).join(', ')}
            {documents.length > 0 && <span className="quiet">{words.sentTo(policy.email)}</span>}
          </dd>
        </div>
      </dl>
      <h3>{ofPolicy.segments}</h3>
      <div className="preview-bars">
        <span className="quiet">{ofPolicy.before}</span>
        <SegmentBar segments={timeline.before} last={last} />
        <span className="quiet">{ofPolicy.after}</span>
        <SegmentBar segments={timeline.after} last={last} />
      </div>
      <h3>{words.charges}</h3>
      {charges.length === 0 ? (
        <p className="quiet">{words.noCharges}</p>
      ) : (
        <table className="plain-table">
          <thead>
            <tr>
              <th>{ofPolicy.period}</th>
              <th className="number">{ofPolicy.difference}</th>
            </tr>
          </thead>
          <tbody>
            {charges.map((charge) => (
              <tr key={charge.first_day}>
                <td>{ofPolicy.ofPeriod(day(charge.first_day), day(charge.last_day))}</td>
                <td className="number">{amount(charge.amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {conflicts.length > 0 && (
        <>
          <h3>{words.conflicts}</h3>
          <ul className="mine">
            {conflicts.map(({ field, from }) => (
              <li key={`${field} ${from}`}>{words.conflict(label(field), day(from))}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
