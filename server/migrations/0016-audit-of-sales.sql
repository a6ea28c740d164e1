-- Who cancelled a policy is told by the audit log too. What concerns a sale is told in its mode
-- alone; what concerns accounts, keys, products and datasets is of both modes, and has none.
alter table audit_entries add column livemode boolean;

-- So that what was done to one product or policy is found in a long log.
create index audit_entries_by_subject on audit_entries (account_id, subject_id, id);
