/**
 * Holds, in every database that tests work on, the order in which locks are taken: code that writes a
 * row of a policy's affairs has the policy itself locked already, or has just made it. A write that
 * comes too early fails, and the test with it, long before two of them ever meet in a deadlock.
 *
 * The triggers look at the policy's own row: its xmax is the transaction that holds it, its xmin the
 * one that wrote it. They fire before the foreign key of the written row locks the policy weakly.
 */
export const holdLockOrder = `
  create function policy_is_locked() returns trigger language plpgsql as $$
  begin
    if not exists (
      select from policies where id = new.policy_id
        and pg_current_xact_id()::xid in (xmin, xmax))
    then
      raise exception '% of policy % was written before the policy was locked',
        tg_table_name, new.policy_id;
    end if;
    return new;
  end $$;
  ${guarded('policy_versions')}
  ${guarded('policy_segments', 'insert')}
  ${guarded('policy_contents')}
  ${guarded('charges')}
  ${guarded('invoices')}
  ${guarded('invoice_movements', 'insert')}
  ${guarded('postings', 'insert', 'when (new.policy_id is not null)')}
  ${guarded('balances')}
  ${guarded('payments')}
  ${guarded('refunds')}
  ${guarded('payouts', 'insert')}
  ${guarded('disputes')}
  ${guarded('mandates')}
  ${guarded('mandate_setups')}
  ${guarded('documents')}
  ${guarded('events', 'insert', 'when (new.policy_id is not null)')}
  ${guarded('deadlines')}
  ${guarded('policy_times')}
  ${guarded('policy_parties')}
  ${guarded('renewals')}
  ${guarded('next_term_endorsements')}
  ${guarded('fees')}
  ${guarded('dunning_cases')}
  ${guarded('commission_entries', 'insert')}
  ${guarded('dunning_letters')}
  ${guarded('notice_mails')}
  ${guarded('post_letters')}
  ${guarded('handovers')}
  ${guarded('handed_documents')}
  ${guarded('policy_secrets', 'insert')}`

/** Sealing data keys anew touches nothing else, waits for nobody and so needs no policy. */
function guarded(table: string, moments = 'insert or update', which = ''): string {
  return `
    create trigger ${table}_after_policy before ${moments} on ${table} for each row ${which}
      execute function policy_is_locked();`
}
