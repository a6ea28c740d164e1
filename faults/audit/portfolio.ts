import { selectJobsGivenUp, selectJobsHeldTooLong } from '@bindery/server/test/support/queue.ts'
import type { FaultyDatabase } from '../installation/database.ts'
import type { Ledger } from '../ledger.ts'
import { waitsForItsClock } from './settle.ts'

/** Looks for contradictions in the whole portfolio. */
export async function auditPortfolio(database: FaultyDatabase, ledger: Ledger): Promise<void> {
  for (const [rule, statement] of Object.entries(contradictions)) {
    const rows = await database.ask(statement)
    if (rows.length > 0) ledger.violate(rule, rows)
  }
}

/**
 * What must never be found in the portfolio once everything has settled, whatever was killed and when.
 * Each statement finds the rows that contradict its sentence.
 */
const contradictions: Readonly<Record<string, string>> = {
  'a policy that was paid twice': `
    select policy_id, array_agg(id) from payments where status = 'ok' and invoice_id is null
    group by policy_id having count(*) > 1`,
  'a policy that was issued without a payment': `
    select id from policies where issued_at is not null and not exists (
      select from payments where policy_id = policies.id and status = 'ok')`,
  'a payment without a policy': `
    select id, policy_id from payments p where status = 'ok' and not exists (
      select from policies where id = p.policy_id and status in ('paid', 'cancelled'))`,
  'a payment of another amount than the policy costs': `
    select p.id, p.amount, policies.gross_payment_amount from payments p
    join policies on policies.id = policy_id
    where p.invoice_id is null and p.amount <> gross_payment_amount`,
  'an offer that is neither free nor sold': `
    select id, status from policies where status not in ('ready', 'paid', 'cancelled')
      and not (status = 'expired' and clock_id is not null)`,
  'a payment that nobody settled': `
    select id, policy_id, provider, reference, created_at from payments
    where status = 'pending' and not ${waitsForItsClock}`,
  'a refund that nobody settled': `
    select id, payment_id, created_at from refunds r where status = 'pending' and not exists (
      select from payouts o where o.refund_id = r.id and o.state not in ('done', 'cancelled'))`,
  'a payout that disagrees with its refund': `
    select o.id, o.state, r.status from payouts o join refunds r on r.id = o.refund_id
    where o.state <> 'cancelled' and (o.amount, o.currency, o.policy_id, r.status) is distinct from
      (r.amount, r.currency, r.policy_id,
        case when o.state = 'done' then 'ok' else 'pending' end)`,
  'a payout whose account is gone': `
    select id, account_of from payouts o where account_of is not null and not exists (
      select from bank_accounts a where a.owner = o.account_of)`,
  'a fee or payout of a provider that was not posted': `
    select id from reconciliation_items i where not exists (
        select from postings p where p.cause = 'reconciliation ' || i.id)
      and (fee <> 0 or (kind in ('fee', 'payout') and amount <> 0))`,
  'an account at a provider with other sums than its movements': `
    select s.insurer_id, s.provider, s.currency from reconciliation_sums s
    where s.balance <> (
      select coalesce(sum(amount - fee), 0) from reconciliation_items i
      where i.insurer_id = s.insurer_id and i.livemode = s.livemode and i.provider = s.provider
        and i.currency = s.currency)`,
  'an accepted difference that the audit log does not know': `
    select item_id from accepted_differences d where not exists (
      select from audit_entries e
      where e.action = 'reconciliation.accepted' and e.subject_id = d.item_id)`,
  'a loss by a dispute that was not posted': `
    select id from disputes d where is_loss and not exists (
      select from postings p where p.cause = 'dispute ' || d.id)`,
  'a refund of a receipt that nobody pays out': `
    select r.id from refunds r join payments p on p.id = r.payment_id
    where p.received_on is not null and not exists (
      select from payouts o where o.refund_id = r.id)`,
  'a modification that nobody finished': `
    select id, policy_id, kind, created_at from policy_versions
    where state in ('processing', 'failed')`,
  'a policy with two active versions, or none': `
    select policy_id from policy_versions group by policy_id
    having count(*) filter (where state = 'active') <> 1`,
  'a policy that does not stand on its active version': `
    select p.id from policies p join policy_versions v on v.policy_id = p.id and v.state = 'active'
    where v.id <> p.version_id`,
  'a policy that was cancelled twice': `
    select policy_id from policy_versions where kind = 'cancellation' and state <> 'failed'
    group by policy_id having count(*) > 1`,
  'a cancellation that left the policy as it was': `
    select p.version_id, v.kind, p.status from policies p join policy_versions v on v.id = p.version_id
    where (nullif(v.ending, 'null') is null) = (p.status = 'cancelled')
    union all
    select v.id, next.kind, v.state from policy_versions v
    left join policy_versions next on next.based_on = v.id and next.state in ('active', 'superseded')
    where v.kind = 'cancellation' and v.state in ('active', 'superseded')
      and (nullif(v.ending, 'null') is null or nullif(next.ending, 'null') is null
        and next.kind not in ('reinstatement', 'revival'))`,
  'a policy that shows another kind of cancellation than its version': `
    select p.id, p.cancellation_kind from policies p join policy_versions v on v.id = p.version_id
    where v.kind in ('cancellation', 'end_move', 'lapse')
      and (p.cancellation_kind, p.cancellation_reason_code) is distinct from
        (v.details ->> 'cancellation_kind', v.details ->> 'cancellation_reason_code')`,
  'a policy that was withdrawn without a withdrawal, or a withdrawal that it does not show': `
    select p.id, p.status from policies p join policy_versions v on v.id = p.version_id
    where (p.withdrawn_on is not null) <> (v.kind = 'withdrawal' and p.status = 'cancelled')`,
  'a change of tax that is no result of a mass endorsement': `
    select v.id, v.policy_id from policy_versions v
    where v.kind = 'tax_change' and v.state in ('active', 'superseded') and not exists (
      select from mass_endorsement_results r where r.version_id = v.id
        and r.policy_id = v.policy_id and r.outcome = 'applied')`,
  'an endorsement by an index that is no result of a mass endorsement': `
    select v.id, v.policy_id from policy_versions v
    where v.details ? 'indexation' and v.state in ('active', 'superseded') and not exists (
      select from mass_endorsement_results r where r.version_id = v.id
        and r.policy_id = v.policy_id and r.outcome = 'applied')
    union all
    select n.id, n.policy_id from next_term_endorsements n
    where n.mass_endorsement_id is not null and not exists (
      select from mass_endorsement_results r where r.next_term_endorsement_id = n.id
        and r.policy_id = n.policy_id and r.outcome = 'applied')`,
  'a mass endorsement that nobody finishes': `
    select id, state from mass_endorsements where state in ('previewing', 'running')`,
  'a delivery of documents of no policy': `
    select d.id from document_deliveries d where not exists (
      select from policies p where p.id = d.policy_id)`,
  'two refunds of one payment for one cancellation': `
    select policy_version_id, payment_id from refunds where policy_version_id is not null
    group by policy_version_id, payment_id having count(*) > 1`,
  'money that was neither applied nor given back': `
    select p.id, p.amount, count(r.id)::int as refunds from payments p
    left join refunds r on r.payment_id = p.id and r.policy_version_id is null
      and r.status = 'ok' and r.amount = p.amount
    group by p.id having count(r.id) <> max((p.unapplied_at is not null)::int)`,
  'a refund that failed': `
    select id, payment_id, reason from refunds where status = 'failed'`,
  'money that could neither be applied nor called so': `
    select id from payments where unapplied_at is not null and status <> 'failed'`,
  'more given back than was taken': `
    select p.id, p.amount, sum(r.amount) from payments p join refunds r on r.payment_id = p.id
    where r.status <> 'failed' group by p.id, p.amount having sum(r.amount) > p.amount`,
  'an invoice without its number': `
    select id, state from invoices i where state not in ('proposed', 'void') and not exists (
      select from invoice_numbers n where n.invoice_id = i.id)`,
  'a gap in the numbers of invoices': `
    select s.insurer_id, s.livemode, s.year, s.last, count(n.number) as given from invoice_series s
    left join invoice_numbers n
      on (n.insurer_id, n.livemode, n.year) = (s.insurer_id, s.livemode, s.year)
    group by s.insurer_id, s.livemode, s.year, s.last
    having count(n.number) <> s.last or max(n.number) <> s.last`,
  'charges that are not counted from 1 on': `
    select policy_id from charges group by policy_id
    having count(*) <> max(number) or min(number) <> 1`,
  'charges that differ from their invoice': `
    select i.id from invoices i where charges_from is not null and (
      select coalesce(sum((line ->> 'amount')::bigint), 0) from jsonb_array_elements(i.lines) line
      where line ->> 'kind' <> 'balance') <> (
      select coalesce(sum(c.amount), 0) from charges c where c.policy_id = i.policy_id
        and c.number between i.charges_from and i.charges_to)`,
  'a period that was left out, or asked for twice': `
    select * from (
      select policy_id, period_first_day, lag(period_last_day) over (
        partition by policy_id order by period_first_day) as before
      from (select distinct policy_id, period_first_day, period_last_day from charges) p) as periods
    where period_first_day <> before + 1`,
  'an instalment that nobody saw to': `
    select d.policy_id, d.kind, d.key, d.due_at from deadlines d join clocks c on c.id = d.clock_id
    where d.done_at is null and d.due_at <= c.at and d.key not like 'transaction %'`,
  'a policy ahead of a clock that has arrived': `
    select t.policy_id, t.at from policy_times t join clocks c on c.id = t.clock_id
    where c.state = 'ready'`,
  'an invoice that was paid twice': `
    select invoice_id, array_agg(id) from payments
    where invoice_id is not null and status = 'ok' and received_on is null and not on_account
    group by invoice_id having count(*) > 1`,
  // What the bank was never asked uses up no try; whether Stripe took it is compared with Stripe.
  'an invoice that was collected twice by one try': `
    select invoice_id, attempt, array_agg(id) from payments
    where mandate_id is not null and not (provider = 'stripe' and status = 'failed'
      and error_code in ('never_confirmed', 'unknown_charge', 'rate_limit'))
    group by invoice_id, attempt having count(*) > 1`,
  'a collection that is not as its provider says': `
    select id, status, reference from payments
    where mandate_id is not null and provider = 'sandbox' and status <> case
      when reference ~ '^sandbox-(soft_decline|hard_decline|revoked|unreached)' then 'failed'
      when charged_back_at is not null or unapplied_at is not null or status = 'pending' then status
      else 'ok' end`,
  'a collection by a mandate that had ended': `
    select p.id, p.created_at, m.ended_at from payments p join mandates m on m.id = p.mandate_id
    where p.created_at > m.ended_at`,
  'a policy with two mandates at once': `
    select policy_id from mandates where state = 'active' group by policy_id having count(*) > 1`,
  'a mandate without the payment that gave it': `
    select m.id from mandates m where m.given_by is not null and not exists (
      select from payments p where p.id = m.given_by and (p.status = 'ok' or p.charged_back_at is not null))`,
  'a mandate that was declined and is still used': `
    select m.id, p.id as payment from mandates m join payments p on p.mandate_id = m.id
    where m.state = 'active' and p.reference ~ '^sandbox-(hard_decline|revoked)'`,
  'a charge-back that is not in the ledger': `
    select id, amount from payments p where charged_back_at is not null and p.amount <> (
      select coalesce(sum(amount), 0) from postings b
      where b.policy_id = p.policy_id and b.cause = 'charge-back ' || p.id and b.debit = 'receivable')`,
  'a receipt that is not in the ledger': `
    select id, amount from payments p where received_on is not null and p.amount <> (
      select coalesce(sum(amount), 0) from postings b
      where b.policy_id = p.policy_id and b.cause = 'payment ' || p.id and b.debit in ('cash', 'bank', 'unmatched_receipts'))`,
  'an amount by hand that its document does not ask for, or that is not in the ledger': `
    select m.id, m.amount from manual_entries m
    join invoices i on i.id = m.document_id
    cross join lateral (values (case m.kind when 'goodwill' then -m.amount else m.amount end))
      as charged(amount)
    where i.policy_id <> m.policy_id or charged.amount not in (
      select (line ->> 'amount')::bigint from jsonb_array_elements(i.lines) as line
      where line ->> 'kind' = m.kind)
    or charged.amount <> (
      select coalesce(sum(case 'receivable' when b.debit then b.amount when b.credit then -b.amount
          else 0 end), 0)
      from postings b where b.policy_id = m.policy_id and b.cause = m.kind || ' ' || m.document_id
        and b.reason is null and 'customer_credit' not in (b.debit, b.credit))`,
  'an invoice that is not due when its last deferral says': `
    select distinct on (d.invoice_id) d.id, d.due_day, i.due_day as invoice from deferrals d
    join invoices i on i.id = d.invoice_id where i.due_day <> (
      select due_day from deferrals last where last.invoice_id = d.invoice_id
      order by last.number desc limit 1)`,
  'two lines of a bank that were posted as one': `
    select payment_id from bank_receipts where payment_id is not null
    group by payment_id having count(*) > 1`,
  'a line of a bank that was taken twice': `
    select digest, ordinal from bank_receipts
    group by insurer_id, livemode, digest, ordinal having count(*) > 1`,
  'a line of a bank that was posted twice': `
    select p.reference, array_agg(p.id) from payments p
    where received_on is not null and reference in (select reference from bank_receipts)
    group by p.insurer_id, p.livemode, p.reference having count(*) > (
      select count(*) from bank_receipts b where b.state = 'matched'
        and (b.insurer_id, b.livemode, b.reference) = (p.insurer_id, p.livemode, p.reference))`,
  'a line of a bank that nobody saw to': `
    select id, imported_at from bank_receipts where state = 'waiting'`,
  'an issued policy without its documents': `
    select id from policies where issued_at is not null and not exists (
      select from documents d where d.policy_id = policies.id and d.occasion = 'policy')`,
  'a cancelled policy without its documents': `
    select id from policies where status = 'cancelled' and not exists (
      select from documents d where d.policy_id = policies.id
        and d.occasion in ('cancellation', 'lapse'))`,
  'arrears that nobody follows': `
    select i.id, i.due_day from invoices i join policies p on p.id = i.policy_id
    join clocks c on c.id = p.clock_id
    where i.state = 'open' and i.kind <> 'fee' and p.status = 'paid'
      and i.due_day < (c.at at time zone p.time_zone)::date
      and not exists (select from dunning_cases d where d.policy_id = p.id and d.state = 'open')
      and not exists (select from deadlines d where d.policy_id = p.id and d.done_at is null
        and d.kind in ('collection', 'dunning'))
      and not exists (select from payments y where y.policy_id = p.id and y.status = 'pending')`,
  'a case that nobody looks at again': `
    select c.id, c.policy_id, c.step from dunning_cases c where c.state = 'open' and not exists (
      select from deadlines d where d.policy_id = c.policy_id and d.kind = 'dunning'
        and d.key = c.id and d.done_at is null)`,
  'a policy that lapsed without a case, or a case without the lapse': `
    select p.id from policies p where (
      select count(*) from policy_versions v
      where v.policy_id = p.id and v.kind = 'lapse' and v.state in ('active', 'superseded')) <> (
      select count(*) from dunning_cases c where c.policy_id = p.id and c.state = 'lapsed')`,
  'cover that is suspended without a case, or a case without the suspension': `
    select p.id, p.suspended_since from policies p where p.status = 'paid'
      and (p.suspended_since is not null) <> exists (
        select from dunning_cases c where c.policy_id = p.id and c.state = 'open'
          and c.step = 'suspended')`,
  'a letter that states another sum than its invoices': `
    select l.id from dunning_letters l where l.total <> (
      select coalesce(sum((one ->> 'open')::bigint), 0) from jsonb_array_elements(l.invoices) one)`,
  'a letter that was written twice': `
    select policy_id, kind, day from dunning_letters where void_at is null
    group by policy_id, kind, day having count(*) > 1`,
  'a grace that runs, or has ended a policy, without the proof that it needs': `
    select c.id, c.policy_id, c.state from dunning_cases c
    join dunning_letters l on l.case_id = c.id and l.kind = 'notice' and l.void_at is null
    where l.grace_days is not null and c.grace_until is not null
      and not exists (select from notice_mails m where m.letter_id = l.id
        and m.delivered_on is not null and (m.failed_at is null or c.state <> 'open'))
      and not exists (select from post_letters p where p.subject_id = l.id
        and (p.state = 'delivered' or (c.state <> 'open' and p.sent_on is not null)))`,
  'a contract that nobody could conclude yet': `
    select h.policy_id from handovers h join policies p on p.id = h.policy_id
    where p.issued_at is not null and not exists (
      select from handed_documents d where d.policy_id = h.policy_id)`,
  'a document that was handed over without an event': `
    select d.policy_id, d.designation from handed_documents d where not exists (
      select from events e where e.policy_id = d.policy_id and e.type = 'handover.recorded'
        and e.data ->> 'content_hash' = encode(d.content_hash, 'hex'))`,
  'a letter without its document': `
    select l.id, l.kind from dunning_letters l where not exists (
      select from documents d where d.subject_id = l.id)`,
  'a fee that no letter asks for, or two do': `
    select f.invoice_id from fees f join invoices i on i.id = f.invoice_id
    left join dunning_letters l on l.fee_invoice_id = f.invoice_id
    where f.amount > 0 and i.kind <> 'manual_fee' group by f.invoice_id having count(l.id) <> 1`,
  'a fee that was given up and not corrected': `
    select f.invoice_id from fees f join invoices i on i.id = f.invoice_id
    where (f.amount < 0) <> (i.kind = 'credit_note' and i.corrects is not null)`,
  'a fee that is not in the ledger': `
    select f.invoice_id from fees f where f.amount <> (
      select coalesce(sum(case 'fees' when b.credit then b.amount when b.debit then -b.amount
          else 0 end), 0)
      from postings b where b.policy_id = f.policy_id and b.cause = 'fee ' || f.invoice_id)`,
  'a policy of another policyholder than its parties say': `
    select p.id, p.customer_id, y.customer_id as recorded from policies p
    join policy_parties y on y.policy_id = p.id and y.role = 'policyholder' and y.ended_at is null
    where y.customer_id <> p.customer_id`,
  'a policy that was handed over to nobody': `
    select policy_id from policy_parties where role = 'policyholder'
    group by policy_id having count(*) filter (where ended_at is null) <> 1 or count(*) < 2`,
  'a mandate of a former policyholder that is still used': `
    select m.id, m.policy_id from mandates m
    join policy_parties y on y.policy_id = m.policy_id and y.role = 'policyholder'
      and y.ended_at is null
    where m.state = 'active' and m.created_at < y.created_at`,
  'a customer that is joined into itself': `
    with recursive up as (
      select customer_id, into_id from customer_joins where split_at is null
      union
      select up.customer_id, j.into_id from up join customer_joins j on j.customer_id = up.into_id
      where j.split_at is null)
    select customer_id from up where customer_id = into_id`,
  'commission that is not in the ledger': `
    select e.id from commission_entries e where e.amount <> (
      select coalesce(sum(case 'commission_payable' when b.credit then b.amount
          when b.debit then -b.amount else 0 end), 0)
      from postings b where b.policy_id = e.policy_id and b.cause = 'commission ' || e.id
        and b.booking_day = e.booking_day)`,
  'a commission statement that differs from its entries': `
    select s.id from commission_statements s where s.earned + s.clawed_back <> (
      select coalesce(sum(e.amount), 0) from commission_entries e
      where (e.insurer_id, e.distributor_id, e.livemode, e.currency)
          = (s.insurer_id, s.distributor_id, s.livemode, s.currency)
        and e.booking_day <= s.last_day and e.booking_day > coalesce((
          select max(b.last_day) from commission_statements b
          where (b.insurer_id, b.distributor_id, b.livemode, b.currency)
              = (s.insurer_id, s.distributor_id, s.livemode, s.currency)
            and b.month < s.month), '-infinity'))`,
  'a declared withdrawal that nobody has looked at': `
    select id, received_at from withdrawal_declarations where state = 'open' and problem is null`,
  'a declared withdrawal that is settled although its policy goes on': `
    select d.id, d.policy_id from withdrawal_declarations d
    where d.state = 'settled' and not exists (
      select from policy_versions v where v.policy_id = d.policy_id
        and v.state in ('active', 'superseded') and nullif(v.ending, 'null') is not null)`,
  'a mail about nothing that happened': `
    select m.id, m.event_id from mails m where not exists (
      select from events e where e.id = m.event_id and e.type = m.event_type
        and e.insurer_id = m.insurer_id and e.livemode = m.livemode
        and e.policy_id is not distinct from m.policy_id)`,
  'a mail of which other bytes are kept than its event says': `
    select m.id from mails m join events e on e.subject_id = m.id and e.type = 'mail.composed'
    where e.data ->> 'content_hash' is distinct from encode(m.hash, 'hex')`,
  'a mail that was sent, and no server took it': `
    select id, replies from mails
    where state = 'sent' and not replies @> '[{"outcome": "accepted"}]'`,
  'a mail that arrived or came back otherwise than reports say': `
    select id, delivery, replies from mails where delivery is distinct from case
      when replies @> '[{"outcome": "bounced"}]' then 'bounced'
      when replies @> '[{"outcome": "delivered"}]' then 'delivered' end`,
  'an address that is suppressed by a mail that nobody refused': `
    select s.id, s.mail_id from suppressed_addresses s
    where s.reason <> 'person' and not exists (
      select from mails m where m.id = s.mail_id and m.insurer_id = s.insurer_id
        and (m.replies @> '[{"outcome": "permanent"}]' or m.replies @> '[{"outcome": "bounced"}]'))`,
  'a job that was given up': selectJobsGivenUp.text,
  'a job that a dead worker holds': selectJobsHeldTooLong.text,
  ...eachReportedOnce(),
}

/** Every change of a state has exactly one event; a sentence for each kind of change. */
function eachReportedOnce(): Record<string, string> {
  const changes = [
    ['offer.created', 'policies', 'true'],
    ['policy.issued', 'policies', 'issued_at is not null'],
    ['policy.cancelled', 'policies', `status = 'cancelled'`],
    ['payment.pending', 'payments', `provider <> 'invoice'`],
    [
      'payment.ok',
      'payments',
      `received_on is null and (status = 'ok' or charged_back_at is not null)`,
    ],
    ['receipt.recorded', 'payments', 'received_on is not null'],
    ['payment.charged_back', 'payments', 'charged_back_at is not null'],
    ['mandate.given', 'mandates', 'true'],
    ['mandate.declined', 'mandates', `state = 'declined'`],
    ['mandate.revoked', 'mandates', `state = 'revoked'`],
    ['mandate.replaced', 'mandates', `state = 'replaced'`],
    // Money that comes although a payment had failed makes good what can be made good.
    [
      'payment.failed',
      'payments',
      `(status = 'failed' and charged_back_at is null) or late_at is not null`,
    ],
    ['payment.late', 'payments', 'late_at is not null'],
    ['payment.in_doubt', 'payments', 'doubt is not null'],
    ['refund.created', 'refunds', 'true'],
    ['refund.ok', 'refunds', `status = 'ok'`],
    ['refund.failed', 'refunds', `status = 'failed'`],
    ['payout.created', 'payouts', 'true'],
    ['withdrawal.received', 'withdrawal_declarations', 'true'],
    ['withdrawal.settled', 'withdrawal_declarations', `state = 'settled'`],
    ['withdrawal.refused', 'withdrawal_declarations', `state = 'refused'`],
    ['mail.composed', 'mails', 'hash is not null'],
    ['dunning.opened', 'dunning_cases', 'true'],
    ['dunning.cured', 'dunning_cases', `state = 'cured'`],
    ['dunning.lapsed', 'dunning_cases', `state = 'lapsed'`],
  ] as const
  const once = changes.map(([type, table, holds]) => [
    `a state without exactly one event: ${type}`,
    `select s.id, count(e.id)::int as events from ${table} s
     left join events e on e.subject_id = s.id and e.type = '${type}'
     group by s.id having count(e.id) <> max((${holds})::int)`,
  ])
  const requested = `
    select policy_id, count(*)::int as cancellations, (
      select count(*)::int from events e
      where e.subject_id = v.policy_id and e.type = 'policy.cancellation_requested') as events
    from policy_versions v where kind = 'cancellation' group by policy_id
    having count(*) <> (select count(*) from events e
      where e.subject_id = v.policy_id and e.type = 'policy.cancellation_requested')`
  return Object.fromEntries([
    ...once,
    ['a state without exactly one event: policy.cancellation_requested', requested],
  ]) as Record<string, string>
}
